; Sites in flow order: the loop's before what follows it, though the block after the loop stands first in
; the text.  Lines come from the debug locations, that of inlined code being the innermost.
;
; PASSES: lower_sites
; CHECK: c"a.cu\00"
; CHECK: @aw.site = private constant { ptr, ptr, i32, i32, i32, ptr } { ptr @aw.text, ptr @aw.text.1, i32 10, i32 0, i32 0, ptr null }
; CHECK: c"helper\00"
; CHECK: @aw.site.3 = private constant { ptr, ptr, i32, i32, i32, ptr } { ptr @aw.text, ptr @aw.text.2, i32 3, i32 1,
; CHECK: i32 12, i32 2, i32 0, ptr null }

declare void @llvm.nvvm.barrier0()
declare void @llvm.trap()

define ptx_kernel void @k(i1 %c, ptr %p) !dbg !4 {
entry:
  call void @llvm.nvvm.barrier0(), !dbg !7
  br label %loop
after:
  call void @llvm.nvvm.barrier0(), !dbg !9
  ret void
loop:
  call void @llvm.nvvm.barrier0(), !dbg !8
  br i1 %c, label %loop, label %after
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "helper", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILocation(line: 11, column: 1, scope: !4)
!7 = !DILocation(line: 10, column: 1, scope: !4)
!8 = !DILocation(line: 3, column: 1, scope: !5, inlinedAt: !6)
!9 = !DILocation(line: 12, column: 1, scope: !4)
