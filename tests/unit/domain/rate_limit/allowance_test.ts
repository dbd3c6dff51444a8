import { assertEquals } from "@std/assert";
import { blockSize, nextBlock, remaining, verdict } from "../../../../domain/rate_limit/allowance.ts";

Deno.test("blockSize() is a tenth of the limit, rounded up, at most 1,000", () => {
  const sizes = [1, 10, 11, 20, 100, 101, 10_000, 10_001, 1_000_000].map(blockSize);
  assertEquals(sizes, [1, 1, 2, 2, 10, 11, 1_000, 1_000, 1_000]);
});

Deno.test("nextBlock() ends at the limit", () => {
  assertEquals([0, 90, 91, 99, 100, 101].map((taken) => nextBlock(taken, 100)), [10, 10, 9, 1, 0, 0]);
});

Deno.test("verdict() spends what is left, then takes a block, and refuses once all is taken", () => {
  assertEquals(verdict({ taken: 10, left: 1, waiting: 0 }, 100), "spend");
  assertEquals(verdict({ taken: 100, left: 1, waiting: 5 }, 100), "spend");
  assertEquals(verdict({ taken: 99, left: 0, waiting: 0 }, 100), "take a block");
  assertEquals(verdict({ taken: 100, left: 0, waiting: 0 }, 100), "refuse");
});

Deno.test("verdict() refuses requests beyond what waiting requests will take", () => {
  assertEquals(verdict({ taken: 90, left: 0, waiting: 9 }, 100), "take a block");
  assertEquals(verdict({ taken: 90, left: 0, waiting: 10 }, 100), "refuse");
});

Deno.test("remaining() counts what can be taken and what is left of the block", () => {
  assertEquals(remaining({ taken: 10, left: 9, waiting: 0 }, 100), 99);
  assertEquals(remaining({ taken: 100, left: 0, waiting: 0 }, 100), 0);
  assertEquals(remaining({ taken: 100, left: 3, waiting: 4 }, 100), 0);
});
