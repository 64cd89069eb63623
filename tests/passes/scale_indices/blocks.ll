; An index that is widened in one block and used in others is scaled where it is widened, once for each size; a constant part goes to the addresses.
;
; PASSES: scale_indices
; CHECK: mul nsw i64 %w, 8
; CHECK: mul nsw i64 %w, 4
; COUNT 3: getelementptr inbounds i8
; COUNT 1: getelementptr inbounds i32
; COUNT 1: mul nsw i64 %w, 4

define void @k(i32 %i, i1 %c, ptr %a, ptr %b) {
  %w = zext i32 %i to i64
  %j = add nuw i32 %i, 1
  %v = zext i32 %j to i64
  %here = getelementptr inbounds i32, ptr %a, i64 %w
  %z = load i32, ptr %here
  br i1 %c, label %then, label %end
then:
  %p = getelementptr inbounds i32, ptr %a, i64 %w
  %x = load i32, ptr %p
  %q = getelementptr inbounds i64, ptr %b, i64 %w
  %y = load i64, ptr %q
  %r = getelementptr inbounds i32, ptr %a, i64 %v
  store i32 %x, ptr %r
  store i64 %y, ptr %b
  br label %end
end:
  %s = getelementptr inbounds [4 x i32], ptr %b, i64 0, i64 %w
  store i32 %z, ptr %s
  ret void
}
