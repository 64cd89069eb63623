; What is the block's own is loaded, blended and stored, register by register, where some lane is active: it isn't asked again where that is
; known.  What is said of aliases holds for the lanes that store alone.
;
; PASSES: masked_stores
; CHECK: define void @own
; CHECK: store.own:
; CHECK: load <8 x i32>, ptr
; CHECK: select <8 x i1>
; CHECK: store <8 x i32>
; CHECK: load <8 x i32>
; CHECK: select <8 x i1>
; CHECK: store <8 x i32>
; CHECK: define void @known
; CHECK: br i1 %none, label %end, label %some
; CHECK: some:
; CHECK: load <8 x i32>, ptr
; NOT: !tbaa
; NOT: call void @llvm.masked.store

declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, i32, <16 x i1>)

define void @own(ptr %p, <16 x i32> %v, <16 x i1> %m) {
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr %p, i32 4, <16 x i1> %m), !aw.own !0, !tbaa !1
  ret void
}

define void @known(ptr %p, <16 x i32> %v, <16 x i1> %m) {
  %bits = bitcast <16 x i1> %m to i16
  %none = icmp eq i16 %bits, 0
  br i1 %none, label %end, label %some

some:
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr %p, i32 4, <16 x i1> %m), !aw.own !0, !tbaa !1
  br label %end

end:
  ret void
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
