// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of llvm.h that LLVM-C 19 lacks: linking only what is needed, lazy bitcode, splitting
// blocks, moving a body to a function of another type, taking leave to contract, expanding constant expressions, copying
// functions, inlining one call, passes over one function, splitting modules, an order of instructions.  C++ ends here.
#include <llvm-c/BitWriter.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/CodeGen/SchedulerRegistry.h>
#include <llvm/CodeGen/SelectionDAG.h>
#include <llvm/CodeGen/SelectionDAGISel.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/SplitModule.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

#include "llvm.h"

using namespace llvm;

// clang says in each module whether float denormals are flushed (-ftz), for NVIDIA's library to ask.  Ours
// doesn't; each function's denormal-fp-math-f32 says the same, and inputs compiled with and without
// --use_fast_math must link, as they do with nvlink.  So the flag goes as soon as a module is read.
static void drop_flush_flag(Module &module)
{
	cantFail(module.materializeMetadata()); // of a module that is read lazily
	NamedMDNode *flags = module.getModuleFlagsMetadata();
	if (!flags)
		return;
	SmallVector<MDNode *, 8> kept;
	for (MDNode *flag : flags->operands())
		if (cast<MDString>(flag->getOperand(1))->getString() != "nvvm-reflect-ftz")
			kept.push_back(flag);
	flags->clearOperands();
	for (MDNode *flag : kept)
		flags->addOperand(flag);
}

bool aw_llvm_filter_metadata(LLVMModuleRef module, const char *name, bool (*keep)(LLVMValueRef node))
{
	NamedMDNode *list = unwrap(module)->getNamedMetadata(name);
	SmallVector<MDNode *, 8> kept;
	if (!list)
		return false;
	for (MDNode *node : list->operands())
		if (keep(wrap(MetadataAsValue::get(node->getContext(), node))))
			kept.push_back(node);
	bool changed = kept.size() < list->getNumOperands();
	list->clearOperands();
	for (MDNode *node : kept)
		list->addOperand(node);
	return changed;
}

LLVMModuleRef aw_llvm_read_bitcode(LLVMContextRef context, const void *data, size_t size, const char *name,
                                   bool lazy, char **error)
{
	MemoryBufferRef buffer(StringRef(static_cast<const char *>(data), size), name);
	Expected<std::unique_ptr<Module>> module =
		lazy ? getLazyBitcodeModule(buffer, *unwrap(context)) : parseBitcodeFile(buffer, *unwrap(context));
	if (module) {
		drop_flush_flag(**module);
		return wrap(module->release());
	}
	*error = strdup(toString(module.takeError()).c_str());
	return nullptr;
}

bool aw_llvm_materialize(LLVMValueRef function)
{
	Error error = cast<Function>(unwrap(function))->materialize();
	bool good = !error;
	consumeError(std::move(error));
	return good;
}

bool aw_llvm_link(LLVMModuleRef target, LLVMModuleRef source, bool only_needed)
{
	return !Linker::linkModules(*unwrap(target), std::unique_ptr<Module>(unwrap(source)),
	                            only_needed ? Linker::LinkOnlyNeeded : Linker::None);
}

void aw_llvm_rename_incoming(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	unwrap(block)->replacePhiUsesWith(unwrap(from), unwrap(to));
}

LLVMBasicBlockRef aw_llvm_split_before(LLVMValueRef instruction)
{
	Instruction *at = cast<Instruction>(unwrap(instruction));
	return wrap(at->getParent()->splitBasicBlock(at));
}

LLVMBasicBlockRef aw_llvm_split_edges(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	BasicBlock *source = unwrap(from), *target = unwrap(to);
	BasicBlock *between = BasicBlock::Create(source->getContext(), "", source->getParent(), target);
	source->getTerminator()->replaceSuccessorWith(target, between);
	BranchInst::Create(target, between)->setDebugLoc(source->getTerminator()->getDebugLoc());
	for (PHINode &phi : target->phis()) {
		phi.replaceIncomingBlockWith(source, between);
		// One edge is left of what may have been several, all with the same value.
		for (int extra; (extra = phi.getBasicBlockIndex(between)) >= 0;) {
			bool single = true;
			for (unsigned i = extra + 1; i < phi.getNumIncomingValues(); i++)
				single &= phi.getIncomingBlock(i) != between;
			if (single)
				break;
			phi.removeIncomingValue(extra, false);
		}
	}
	return wrap(between);
}

LLVMBasicBlockRef aw_llvm_split_predecessors(LLVMBasicBlockRef block, LLVMBasicBlockRef *from, unsigned count,
                                             const char *name)
{
	BasicBlock **blocks = reinterpret_cast<BasicBlock **>(from);
	BasicBlock *made = SplitBlockPredecessors(unwrap(block), ArrayRef<BasicBlock *>(blocks, count), "");
	made->setName(name);
	return wrap(made);
}

void aw_llvm_copy_blocks(const LLVMBasicBlockRef *blocks, unsigned count, LLVMBasicBlockRef *copies)
{
	ValueToValueMapTy map;
	SmallVector<BasicBlock *, 16> made;
	for (unsigned i = 0; i < count; i++) {
		BasicBlock *block = unwrap(blocks[i]);
		made.push_back(CloneBasicBlock(block, map, "", block->getParent()));
		map[block] = made.back();
		copies[i] = wrap(made.back());
	}
	remapInstructionsInBlocks(made, map);
}

// What was erased in this thread, which works on one context.
static thread_local std::vector<Instruction *> erased_instructions;
static thread_local std::vector<BasicBlock *> erased_blocks;

// As for a value that is freed: debug information lets go of it.
static void forget_value(Instruction *instruction)
{
	if (instruction->isUsedByMetadata())
		ValueAsMetadata::handleRAUW(instruction, UndefValue::get(instruction->getType()));
}

void aw_llvm_erase(LLVMValueRef instruction)
{
	Instruction *erased = cast<Instruction>(unwrap(instruction));
	assert(erased->use_empty() && "erased, but used");
	erased->removeFromParent();
	erased->dropAllReferences();
	forget_value(erased);
	erased_instructions.push_back(erased);
}

void aw_llvm_erase_block(LLVMBasicBlockRef block)
{
	BasicBlock *erased = unwrap(block);
	for (Instruction &instruction : *erased)
		forget_value(&instruction);
	erased->dropAllReferences();
	erased->removeFromParent();
	erased_blocks.push_back(erased);
}

void aw_llvm_free_erased(void)
{
	for (Instruction *instruction : erased_instructions)
		instruction->deleteValue();
	for (BasicBlock *block : erased_blocks)
		delete block;
	erased_instructions.clear();
	erased_blocks.clear();
}

void aw_llvm_remove_unreachable(LLVMValueRef function)
{
	EliminateUnreachableBlocks(*cast<Function>(unwrap(function)));
}

static AttributeList shifted(LLVMContext &context, AttributeList from, unsigned count, unsigned shift)
{
	AttributeList list;
	list = list.addFnAttributes(context, AttrBuilder(context, from.getFnAttrs()));
	list = list.addRetAttributes(context, AttrBuilder(context, from.getRetAttrs()));
	for (unsigned i = 0; i < count; i++)
		list = list.addParamAttributes(context, i + shift, AttrBuilder(context, from.getParamAttrs(i)));
	// This one names arguments by their numbers, and isn't needed.
	return list.removeFnAttribute(context, Attribute::AllocSize);
}

void aw_llvm_move_body(LLVMValueRef target, LLVMValueRef source, unsigned shift)
{
	Function *to = cast<Function>(unwrap(target)), *from = cast<Function>(unwrap(source));
	LLVMContext &context = from->getContext();
	to->copyAttributesFrom(from);
	to->setLinkage(from->getLinkage());
	to->setAttributes(shifted(context, from->getAttributes(), from->arg_size(), shift));
	to->setComdat(from->getComdat());
	to->setSubprogram(from->getSubprogram());
	from->setSubprogram(nullptr);
	to->splice(to->begin(), from);
	for (unsigned i = 0; i < from->arg_size(); i++) {
		if (!from->getArg(i)->use_empty())
			from->getArg(i)->replaceAllUsesWith(to->getArg(i + shift));
		to->getArg(i + shift)->takeName(from->getArg(i));
	}
	to->takeName(from);
}

void aw_llvm_move_blocks(LLVMValueRef target, LLVMValueRef source)
{
	Function *to = cast<Function>(unwrap(target)), *from = cast<Function>(unwrap(source));
	to->setSubprogram(from->getSubprogram());
	from->setSubprogram(nullptr);
	to->splice(to->begin(), from);
}

void aw_llvm_copy_call_attributes(LLVMValueRef target, LLVMValueRef source, unsigned shift)
{
	CallBase *to = cast<CallBase>(unwrap(target)), *from = cast<CallBase>(unwrap(source));
	to->setAttributes(shifted(from->getContext(), from->getAttributes(), from->arg_size(), shift));
	to->setCallingConv(from->getCallingConv());
	if (isa<FPMathOperator>(from))
		to->copyFastMathFlags(from);
}

void aw_llvm_forbid_contraction(LLVMValueRef operation)
{
	cast<Instruction>(unwrap(operation))->setHasAllowContract(false);
}

void aw_llvm_expand_constant_users(LLVMValueRef value)
{
	convertUsersOfConstantsToInstructions({ cast<Constant>(unwrap(value)) });
}

bool aw_llvm_inline_call(LLVMValueRef call)
{
	InlineFunctionInfo information;
	return InlineFunction(*cast<CallBase>(unwrap(call)), information).isSuccess();
}

LLVMValueRef aw_llvm_strip_offset(LLVMModuleRef module, LLVMValueRef pointer, int64_t *offset)
{
	const DataLayout &layout = unwrap(module)->getDataLayout();
	Value *value = unwrap(pointer);
	APInt sum(layout.getIndexTypeSizeInBits(value->getType()), 0);
	Value *base = value->stripAndAccumulateConstantOffsets(layout, sum, true);
	*offset += sum.getSExtValue();
	return wrap(base);
}

void aw_llvm_drop_promises(LLVMValueRef instruction)
{
	cast<Instruction>(unwrap(instruction))->dropPoisonGeneratingAnnotations();
	cast<Instruction>(unwrap(instruction))->dropUBImplyingAttrsAndMetadata();
}

bool aw_llvm_may_read(LLVMValueRef instruction)
{
	return cast<Instruction>(unwrap(instruction))->mayReadFromMemory();
}

bool aw_llvm_may_write(LLVMValueRef instruction)
{
	return cast<Instruction>(unwrap(instruction))->mayWriteToMemory();
}

// Metadata strings are stored with a NUL behind them (StringMapEntry).
static const char *name_of(const DISubprogram *subprogram)
{
	return subprogram && !subprogram->getName().empty() ? subprogram->getName().data() : nullptr;
}

const char *aw_llvm_location_function(LLVMMetadataRef location)
{
	return name_of(cast<DILocation>(unwrap(location))->getScope()->getSubprogram());
}

const char *aw_llvm_subprogram_name(LLVMValueRef value)
{
	if (const auto *instruction = dyn_cast<Instruction>(unwrap(value))) {
		const DILocation *location = instruction->getDebugLoc();
		return name_of(location ? location->getScope()->getSubprogram() : instruction->getFunction()->getSubprogram());
	}
	const auto *function = dyn_cast<Function>(unwrap(value));
	return function ? name_of(function->getSubprogram()) : nullptr;
}

LLVMMetadataRef aw_llvm_describe_wrapper(LLVMValueRef wrapper, LLVMValueRef wrapped)
{
	Function *to = cast<Function>(unwrap(wrapper)), *from = cast<Function>(unwrap(wrapped));
	const DISubprogram *original = from->getSubprogram();
	if (!original)
		return nullptr;
	LLVMContext &context = from->getContext();
	DISubroutineType *type = DISubroutineType::get(context, DINode::FlagZero, 0, DITypeRefArray());
	DISubprogram *own = DISubprogram::getDistinct(
		context, original->getScope(), to->getName(), to->getName(), original->getFile(), original->getLine(), type,
		original->getScopeLine(), nullptr, 0, 0, DINode::FlagArtificial,
		DISubprogram::SPFlagDefinition | DISubprogram::SPFlagLocalToUnit, original->getUnit());
	to->setSubprogram(own);
	return wrap(DILocation::get(context, original->getLine(), 0, own));
}

LLVMValueRef aw_llvm_copy_function(LLVMValueRef function, const char *name)
{
	ValueToValueMapTy map;
	Function *copy = CloneFunction(cast<Function>(unwrap(function)), map);
	copy->setComdat(nullptr);
	copy->setLinkage(GlobalValue::InternalLinkage);
	copy->setName(name);
	return wrap(copy);
}

static bool meets_others(const Loop &loop)
{
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &instruction : *block)
			if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->isConvergent())
				return true;
	return false;
}

static const char kept_stages[] = "aw.stages.kept", unrolled_stages[] = "aw.stages.unrolled";

void aw_llvm_keep_stages(LLVMValueRef function)
{
	cast<Function>(unwrap(function))->addFnAttr(kept_stages);
}

bool aw_llvm_has_stages(LLVMValueRef function)
{
	return cast<Function>(unwrap(function))->hasFnAttribute(unrolled_stages);
}

// Loops of few turns, which are known, that choose the elements of a local array: unrolled fully, they leave registers of it.
struct ArrayLoops {
	static constexpr unsigned MostTurns = 16, MostBytes = 1024;
	ScalarEvolution &scev;
	SmallPtrSet<const Loop *, 8> loops; // of which all elements are chosen, of the arrays that were looked at
	explicit ArrayLoops(ScalarEvolution &scev) : scev(scev) {}
	bool is_short(const Loop &loop) const
	{
		unsigned turns = scev.getSmallConstantTripCount(&loop);
		return turns > 1 && turns <= MostTurns;
	}
	// Whether VALUE is read from a table whose elements are known, and where is known when turns are.
	bool is_from_table(Value *value)
	{
		auto *load = dyn_cast<LoadInst>(value);
		auto *gep = load ? dyn_cast<GetElementPtrInst>(load->getPointerOperand()) : nullptr;
		auto *table = gep ? dyn_cast<GlobalVariable>(gep->getPointerOperand()) : nullptr;
		return table && table->isConstant() && table->hasDefinitiveInitializer() &&
		       all_of(gep->indices(), [&](Value *index) { return is_counted_index(index); });
	}
	bool is_counted_index(Value *index)
	{
		return !SCEVExprContains(scev.getSCEV(index), [&](const SCEV *part) {
			auto *counter = dyn_cast<SCEVAddRecExpr>(part);
			auto *unknown = dyn_cast<SCEVUnknown>(part);
			if (counter)
				loops.insert(counter->getLoop());
			return (unknown && !is_from_table(unknown->getValue())) || (counter && !is_short(*counter->getLoop()));
		});
	}
	// Whether the elements that POINTER, into a local array, leads to are chosen by constants and turns alone.
	bool is_counted(Value *pointer)
	{
		for (User *user : pointer->users()) {
			if (isa<LoadInst>(user) || (isa<StoreInst>(user) && cast<StoreInst>(user)->getValueOperand() != pointer))
				continue;
			auto *call = dyn_cast<IntrinsicInst>(user);
			if (call && (call->isLifetimeStartOrEnd() || isa<MemSetInst>(call) ||
			             (isa<MemTransferInst>(call) && isa<ConstantInt>(cast<MemTransferInst>(call)->getLength()))))
				continue;
			auto *gep = dyn_cast<GetElementPtrInst>(user);
			if (!gep || !is_counted(gep) || !all_of(gep->indices(), [&](Value *index) { return is_counted_index(index); }))
				return false;
		}
		return true;
	}
	// Returns how many bytes the arrays are of which all elements are chosen so.
	uint64_t look_at(Function &function)
	{
		uint64_t bytes = 0;
		for (Instruction &instruction : function.getEntryBlock()) {
			auto *variable = dyn_cast<AllocaInst>(&instruction);
			if (!variable || !variable->isStaticAlloca())
				continue;
			SmallPtrSet<const Loop *, 8> before = loops;
			uint64_t size = *variable->getAllocationSize(function.getDataLayout());
			if (size <= MostBytes && is_counted(variable))
				bytes += size;
			else
				loops = before;
		}
		return bytes;
	}
};

// Asks for loops of few turns, which are known, to be unrolled fully where it matters which turn it is: around barriers and the like,
// where a constant in each stage of a transform decides how it goes through shared memory, and where turns choose the elements of a local
// array.  Inner loops come first, and count with all their turns in those around them.
struct UnrollStages : PassInfoMixin<UnrollStages> {
	static constexpr unsigned MostInstructions = 1500;
	// Looks at LOOP and those in it, and returns how many instructions it will be.
	static unsigned look_at(Loop &loop, const ArrayLoops &arrays, bool &found)
	{
		unsigned size = 0;
		for (Loop *inner : loop)
			size += look_at(*inner, arrays, found);
		for (const BasicBlock *block : loop.blocks())
			if (none_of(loop, [&](const Loop *inner) { return inner->contains(block); }))
				size += block->sizeWithoutDebug();
		unsigned turns = arrays.scev.getSmallConstantTripCount(&loop);
		if (!arrays.is_short(loop) || size > MostInstructions / turns || !(meets_others(loop) || arrays.loops.contains(&loop)))
			return size;
		addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
		found = true;
		return size * turns;
	}
	PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses)
	{
		bool found = false;
		if (function.hasFnAttribute(kept_stages))
			return PreservedAnalyses::all();
		ArrayLoops arrays(analyses.getResult<ScalarEvolutionAnalysis>(function));
		arrays.look_at(function);
		for (Loop *loop : analyses.getResult<LoopAnalysis>(function))
			look_at(*loop, arrays, found);
		if (found)
			function.addFnAttr(unrolled_stages);
		return PreservedAnalyses::all();
	}
};

// Keeps LLVM from unrolling loops whose turns it would count at run time, until they are let go.  Then loops that are just too
// long for its own measure get two turns in one where that leaves none over: constants are loaded once for both.
struct HoldLoops : PassInfoMixin<HoldLoops> {
	static constexpr unsigned LeastTwice = 50, MostTwice = 160;
	bool hold;
	explicit HoldLoops(bool hold) : hold(hold) {}
	static unsigned size_of(const Loop &loop)
	{
		unsigned size = 0;
		for (const BasicBlock *block : loop.blocks())
			size += block->sizeWithoutDebug();
		return size;
	}
	static void let_go(Loop &loop, ScalarEvolution &scev, const char *mark)
	{
		LLVMContext &context = loop.getHeader()->getContext();
		if (!findOptionMDForLoop(&loop, mark))
			return;
		loop.setLoopID(makePostTransformationMetadata(context, loop.getLoopID(), { mark }, {}));
		bool pragma = findOptionMDForLoop(&loop, "llvm.loop.unroll.disable") || findOptionMDForLoop(&loop, "llvm.loop.unroll.count") ||
		              findOptionMDForLoop(&loop, "llvm.loop.unroll.enable") || findOptionMDForLoop(&loop, "llvm.loop.unroll.full");
		unsigned size = size_of(loop);
		if (!pragma && loop.isInnermost() && size >= LeastTwice && size <= MostTwice && scev.getSmallConstantTripCount(&loop) > 2 &&
		    scev.getSmallConstantTripMultiple(&loop) % 2 == 0 && !meets_others(loop))
			addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", 2);
	}
	PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses)
	{
		static const char mark[] = "llvm.loop.unroll.runtime.disable";
		ScalarEvolution &scev = analyses.getResult<ScalarEvolutionAnalysis>(function);
		for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
			if (hold)
				addStringMetadataToLoop(loop, mark, 1);
			else
				let_go(*loop, scev, mark);
		return PreservedAnalyses::all();
	}
};

// Passes of our own, or whose options have no words in opt's notation.
static bool parse_own_pass(StringRef name, FunctionPassManager &manager, ArrayRef<PassBuilder::PipelineElement>)
{
	if (name == "unroll-stages") {
		manager.addPass(UnrollStages());
		return true;
	}
	if (name == "hold-loops" || name == "free-loops") {
		manager.addPass(HoldLoops(name == "hold-loops"));
		return true;
	}
	if (name != "scalarize-all")
		return false;
	ScalarizerPassOptions options;
	options.ScalarizeLoadStore = true;
	manager.addPass(ScalarizerPass(options));
	return true;
}

// What passes need around them.
struct Passes {
	LoopAnalysisManager loops;
	FunctionAnalysisManager functions;
	CGSCCAnalysisManager components;
	ModuleAnalysisManager modules;
	PassBuilder builder;
	explicit Passes(LLVMTargetMachineRef machine, PipelineTuningOptions tuning = {})
		: builder(reinterpret_cast<TargetMachine *>(machine), tuning)
	{
		builder.registerModuleAnalyses(modules);
		builder.registerCGSCCAnalyses(components);
		builder.registerFunctionAnalyses(functions);
		builder.registerLoopAnalyses(loops);
		builder.crossRegisterProxies(loops, functions, components, modules);
	}
};

// Asks for a loop that chooses the elements of local arrays to be unrolled fully by the pass that comes next, when functions were inlined.
struct UnrollArrays : PassInfoMixin<UnrollArrays> {
	static constexpr unsigned MostInstructions = 2700, MostBytes = 512; // of all arrays: half of a thread's registers
	PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &analyses, LPMUpdater &)
	{
		ArrayLoops arrays(analyses.SE);
		if (!arrays.is_short(loop))
			return PreservedAnalyses::all();
		unsigned size = 0;
		for (const BasicBlock *block : loop.blocks())
			size += block->sizeWithoutDebug();
		if (size > MostInstructions / analyses.SE.getSmallConstantTripCount(&loop))
			return PreservedAnalyses::all();
		if (arrays.look_at(*loop.getHeader()->getParent()) <= MostBytes && arrays.loops.contains(&loop))
			addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
		return PreservedAnalyses::all();
	}
};

void aw_llvm_run_gpu_pipeline(LLVMModuleRef module, LLVMTargetMachineRef machine)
{
	PipelineTuningOptions tuning;
	tuning.LoopVectorization = tuning.LoopInterleaving = false;
	Passes of(machine, tuning);
	of.builder.registerLateLoopOptimizationsEPCallback([](LoopPassManager &manager, OptimizationLevel) { manager.addPass(UnrollArrays()); });
	of.builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(*unwrap(module), of.modules);
}

bool aw_llvm_run_function_passes(LLVMValueRef function, const char *passes, LLVMTargetMachineRef machine)
{
	Passes of(machine);
	of.builder.registerPipelineParsingCallback(parse_own_pass);
	FunctionPassManager manager;
	if (Error error = of.builder.parsePassPipeline(manager, passes)) {
		consumeError(std::move(error));
		return false;
	}
	manager.run(*cast<Function>(unwrap(function)), of.functions);
	return true;
}

bool aw_llvm_split_module(LLVMModuleRef module, unsigned count, LLVMMemoryBufferRef *parts)
{
	// LLVM 19 copies the constants before functions without having them name the copy's values.
	for (const Function &function : *unwrap(module))
		if (function.hasPrefixData() || function.hasPrologueData() || function.hasPersonalityFn())
			return false;
	SplitModule(*unwrap(module), count, [&](std::unique_ptr<Module> part) { *parts++ = LLVMWriteBitcodeToMemoryBuffer(wrap(part.get())); });
	return true;
}

// Whether NODE leaves something in the processor's flags, or another register that its instruction always writes to, for others, and isn't
// all that LLVM could make once more where too much wants that register.
static bool has_wanted_flags(const SDNode &node, const TargetInstrInfo &instructions)
{
	unsigned definitions = instructions.get(node.getMachineOpcode()).getNumDefs();
	bool flags = false, copies = true;
	for (unsigned i = 0; i < node.getNumValues(); i++) {
		MVT type = node.getSimpleValueType(i);
		bool other = type == MVT::Other || type == MVT::Glue;
		copies &= !other && (i >= definitions || !node.hasAnyUseOfValue(i));
		flags |= !other && i >= definitions && node.hasAnyUseOfValue(i);
	}
	return flags && (!copies || node.getGluedNode());
}

static bool has_wanted_flags(SelectionDAG &dag)
{
	const TargetInstrInfo &instructions = *dag.getSubtarget().getInstrInfo();
	for (const SDNode &node : dag.allnodes())
		if (node.isMachineOpcode() && has_wanted_flags(node, instructions))
			return true;
	return false;
}

// The nodes of DAG, whose numbers and list go by what they depend on, for each of its longest path: how many may come next where one is
// to be chosen.
static size_t find_breadth(SelectionDAG &dag)
{
	size_t count = dag.allnodes_size(), longest = 1;
	std::vector<size_t> depth(count, 1);
	for (const SDNode &node : dag.allnodes()) {
		for (const SDValue &operand : node.op_values())
			depth[node.getNodeId()] = std::max(depth[node.getNodeId()], depth[operand->getNodeId()] + 1);
		longest = std::max(longest, depth[node.getNodeId()]);
	}
	return count / longest;
}

// Numbers the nodes of DAG in the order of the source, those of one place in it as they stand in the list.  Where two nodes have one
// number, LLVM's order asks each of them for its users, all of them, each time that it compares them.
static void number_nodes(SelectionDAG &dag)
{
	std::vector<SDNode *> nodes;
	nodes.reserve(dag.allnodes_size());
	for (SDNode &node : dag.allnodes())
		nodes.push_back(&node);
	// A node without a number stands behind all others.
	std::stable_sort(nodes.begin(), nodes.end(), [](const SDNode *a, const SDNode *b) { return a->getIROrder() - 1 < b->getIROrder() - 1; });
	unsigned number = 0;
	for (SDNode *node : nodes)
		node->setIROrder(++number);
}

// The order in which a block's instructions stand before they get registers.  LLVM's own looks through all instructions that could come
// next for each one, which takes most of the time that code of thousands takes where these are many; the fast one doesn't, but takes
// instructions that wait for one another in a row, though the next ones could begin meanwhile.  Where few can, LLVM's own is fast, too, if
// no two of them stand at one place; the places of variables for debuggers are kept by the numbers that the source gave.
// The fast one dies where flags wait for several others and can't be made once more, as those of long additions.  For GPUs, which order
// anew what they get, nothing is changed.
static ScheduleDAGSDNodes *choose_order(SelectionDAGISel *selection, CodeGenOptLevel level)
{
	enum { MANY = 1000, BROAD = 10 };
	SelectionDAG &dag = *selection->CurDAG;
	if (dag.allnodes_size() > MANY && !selection->TM.getTargetTriple().isNVPTX()) {
		dag.AssignTopologicalOrder();
		if (find_breadth(dag) > BROAD && !has_wanted_flags(dag))
			return createFastDAGScheduler(selection, level);
		if (!dag.hasDebugValues())
			number_nodes(dag);
	}
	return createDefaultScheduler(selection, level);
}

// What -pre-RA-sched=anywarp (aw_llvm_configure) stands for.
static RegisterScheduler order_by_size("anywarp", "fast for long blocks", choose_order);
