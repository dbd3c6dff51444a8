import { assertEquals } from "@std/assert";
import { CommitReorderBuffer } from "../../../../storage/store/commit_reorder_buffer.ts";

const stamp = (n: number) => n.toString(16).padStart(16, "0") + "0000";

Deno.test("CommitReorderBuffer holds a commit back while an earlier one may still appear", () => {
  const reorderBuffer = new CommitReorderBuffer(1n);
  const delivered: number[] = [];
  const a = reorderBuffer.start(), b = reorderBuffer.start();
  reorderBuffer.landed(b, stamp(9), () => delivered.push(9));
  assertEquals(delivered, []);
  const c = reorderBuffer.start();
  reorderBuffer.landed(a, stamp(5), () => delivered.push(5));
  assertEquals(delivered, [5, 9]);
  reorderBuffer.landed(c, stamp(12), () => delivered.push(12));
  assertEquals(delivered, [5, 9, 12]);
});

Deno.test("CommitReorderBuffer delivers a commit that directly follows the last one", () => {
  const reorderBuffer = new CommitReorderBuffer(65_536n);
  const delivered: number[] = [];
  reorderBuffer.landed(reorderBuffer.start(), stamp(1), () => delivered.push(1));
  reorderBuffer.start();
  reorderBuffer.landed(reorderBuffer.start(), stamp(2), () => delivered.push(2));
  assertEquals(delivered, [1, 2]);
  reorderBuffer.landed(reorderBuffer.start(), stamp(4), () => delivered.push(4));
  assertEquals(delivered, [1, 2]);
});

Deno.test("CommitReorderBuffer continues when what it waited for ends without a commit", () => {
  const reorderBuffer = new CommitReorderBuffer(1n);
  const delivered: number[] = [];
  const hanging = reorderBuffer.start();
  reorderBuffer.landed(reorderBuffer.start(), stamp(3), () => delivered.push(3));
  assertEquals(delivered, []);
  reorderBuffer.ended(hanging);
  assertEquals(delivered, [3]);
});
