import { assert, assertEquals } from "@std/assert";
import type { Key } from "../../../../domain/shared/commit.ts";
import type { KvBackend } from "../../../../storage/store/backend.ts";
import { allowed, type LimiterHarness, limiterHarness, MINUTE, START, together } from "./limiter_harness.ts";

/** Other processes act between this process's read of a window and its write. */
function overtaken(act: () => Promise<unknown>, times: number): (backend: KvBackend) => KvBackend {
  let left = times;
  return (backend) => ({
    ...backend,
    async getMany(keys: readonly Key[]) {
      const found = await backend.getMany(keys);
      if (left-- > 0) await act();
      return found;
    },
  });
}

async function alternately(processes: LimiterHarness[], count: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < count; i++) passed += await processes[i % processes.length].passed(1);
  return passed;
}

Deno.test("two alternating processes together allow the limit", async () => {
  await using a = await limiterHarness();
  await using b = await limiterHarness({ beside: a });
  assertEquals(await alternately([a, b], 400), 100);
  a.clock.nowMs = START + MINUTE;
  assertEquals(await alternately([b, a], 400), 100);
});

Deno.test("four concurrent processes never allow more than the limit", async () => {
  await using a = await limiterHarness();
  await using b = await limiterHarness({ beside: a });
  await using c = await limiterHarness({ beside: a });
  await using d = await limiterHarness({ beside: a });
  const decisions = (await Promise.all([a, b, c, d].map((each) => together(each, 200)))).flat();
  assertEquals(allowed(decisions), 100);
});

Deno.test("a process overtaken between read and write takes another block", async () => {
  await using a = await limiterHarness();
  await using b = await limiterHarness({ beside: a, wrap: overtaken(() => a.passed(10), 3) });
  assertEquals(await b.passed(1), 1);
  assertEquals(b.calls.writes, 4);
  assertEquals(await b.passed(200) + await a.passed(200) + 31, 100);
});

Deno.test("a process may be refused up to a block early while another process has that block", async () => {
  await using a = await limiterHarness();
  await using b = await limiterHarness({ beside: a });
  assertEquals(await a.passed(1), 1);
  assertEquals(await b.passed(200), 90);
  assertEquals(await a.passed(200), 9);
});

Deno.test("a window that another process has spent is refused without a write", async () => {
  await using a = await limiterHarness();
  await using b = await limiterHarness({ beside: a });
  assertEquals(await a.passed(100), 100);
  assertEquals(await b.passed(50), 0);
  assertEquals(b.calls, { reads: 1, writes: 0 });
});

Deno.test("a subject that many processes see at once costs each of them few writes", async () => {
  await using a = await limiterHarness();
  await using b = await limiterHarness({ beside: a });
  await Promise.all([together(a, 500), together(b, 500)]);
  const { writes } = a.calls;
  assert(writes + b.calls.writes <= 20, `${writes} and ${b.calls.writes} writes`);
});
