; A turn of a scan in a loop over gangs: gangs that have all lanes, told by scalars, add without masks, up to where the ways meet, and their
; sums come from there.  Numbers from an end on that wrap nowhere do so from their distance on neither, so there is no test of that in the
; copy.  Masks are made for the others alone.  The guard behind it, of which no scalar tells, isn't copied.
;
; PASSES: whole_guards
; FORM: k.full 8 1
; COUNT 1: !aw.whole
; COUNT 2: call <8 x i32> @llvm.masked.load
; COUNT 1: load <8 x i32>, ptr
; COUNT 1: icmp ult i32 %distance
; CHECK: define void @k.full
; CHECK: gangs:
; CHECK: %start = load i32
; CHECK: br i1 %
; CHECK: insertelement <8 x i32> poison, i32 %start
; CHECK: %t = phi <8 x i32> [ zeroinitializer, %
; CHECK: call void @llvm.masked.store
; CHECK: ret void

declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)

define ptx_kernel void @k(ptr %row) {
  ret void
}

define void @k.full(ptr %row, ptr %starts, ptr %out, i32 %end, i32 %count) {
entry:
  %end.0 = insertelement <8 x i32> poison, i32 %end, i64 0
  %ends = shufflevector <8 x i32> %end.0, <8 x i32> poison, <8 x i32> zeroinitializer
  br label %gangs
gangs:
  %gang = phi i32 [ 0, %entry ], [ %next, %done ]
  %place = getelementptr i32, ptr %starts, i32 %gang
  %start = load i32, ptr %place
  %start.0 = insertelement <8 x i32> poison, i32 %start, i64 0
  %start.s = shufflevector <8 x i32> %start.0, <8 x i32> poison, <8 x i32> zeroinitializer
  %x = or disjoint <8 x i32> %start.s, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %in = icmp uge <8 x i32> %x, %ends
  %bits = bitcast <8 x i1> %in to i8
  %none = icmp eq i8 %bits, 0
  br i1 %none, label %meeting, label %some
some:
  %distance = sub i32 %start, %end
  %straight = icmp ult i32 %distance, -7
  br i1 %straight, label %row.there, label %around
row.there:
  %p = getelementptr i32, ptr %row, i32 %distance
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 4, <8 x i1> %in, <8 x i32> poison)
  br label %known
around:
  %w = mul <8 x i32> %x, %x
  br label %known
known:
  %value = phi <8 x i32> [ %v, %row.there ], [ %w, %around ]
  %sum = add <8 x i32> %value, %ends
  %kept = select <8 x i1> %in, <8 x i32> %sum, <8 x i32> zeroinitializer
  br label %meeting
meeting:
  %t = phi <8 x i32> [ zeroinitializer, %gangs ], [ %kept, %known ]
  %q = getelementptr i32, ptr %out, i32 %start
  %far = icmp ult <8 x i32> %ends, %t
  %far.bits = bitcast <8 x i1> %far to i8
  %nowhere = icmp eq i8 %far.bits, 0
  br i1 %nowhere, label %done, label %turns
turns:
  %turn = phi i32 [ 0, %meeting ], [ %turn.next, %turns ]
  %r = getelementptr i32, ptr %row, i32 %turn
  %u = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %r, i32 4, <8 x i1> %far, <8 x i32> zeroinitializer)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %u, ptr %q, i32 4, <8 x i1> %far)
  %turn.next = add i32 %turn, 1
  %more = icmp ult i32 %turn.next, %count
  br i1 %more, label %turns, label %done
done:
  %next = add i32 %gang, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %gangs, label %end.block
end.block:
  ret void
}
