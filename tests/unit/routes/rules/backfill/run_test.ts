import { assertEquals, assertRejects } from "@std/assert";
import type { Backfilled, InstanceMessage } from "../../../../../actors/instance/contract.ts";
import type { EventRecord } from "../../../../../domain/event/types.ts";
import { Refusal } from "../../../../../domain/shared/refusal.ts";
import { backfillText, runBackfill } from "../../../../../routes/rules/backfill/run.ts";
import type { AppDeps } from "../../../../../routes/pipeline/deps.ts";
import { backtestUnit } from "../../../../support/backtest_order.ts";
import { eventRecord } from "../../../storage/support.ts";

type Backfill = Extract<InstanceMessage, { type: "backfill" }>;

/** A run of so many events, of which the instance's actor writes what `writes` says. */
function setUp(count: number, { truncated = false, writes = (_: Backfill): number => 0 } = {}) {
  const messages: Backfill[] = [];
  const records = Array.from(
    { length: count },
    (_, i): EventRecord => eventRecord({ id: i, is_active: false }),
  );
  const found = { records, truncated, samples: 1, evaluations: 1, missing_streams: [] };
  const deps = {
    backtests: { records: () => Promise.resolve(found) },
    instance: () => ({
      ask(message: Backfill): Promise<Backfilled> {
        messages.push(message);
        const written = writes(message);
        return Promise.resolve({ written, known: message.records.length - written });
      },
    }),
  } as unknown as AppDeps;
  const order = { units: [backtestUnit([], {})], streams: [], from: 0, to: 1, points: 0 };
  const by = { name: "anna", role: "engineer" } as const;
  const run = (signal = new AbortController().signal) =>
    runBackfill(deps, order, { signal, isDry: false, by });
  return { messages, run };
}

Deno.test("a backfill is handed to the instance's actor a hundred events at a time, its span until some are written", async () => {
  const { messages, run } = setUp(250, {
    writes: ({ records }) => messages.length === 2 ? records.length : 0,
  });
  const data = await run();
  assertEquals(messages.map(({ records, span }) => [records.length, span !== null]), [
    ...[[100, true], [100, true], [50, false]],
  ]);
  assertEquals([data.found, data.written, data.known, backfillText(data)], [
    250,
    100,
    150,
    "Wrote 100 events of the past",
  ]);
});

Deno.test("a span of more events than a backfill accepts is refused, and nothing is written", async () => {
  const { messages, run } = setUp(1, { truncated: true });
  const refused = await assertRejects(run, Refusal);
  assertEquals([refused.code, messages.length], ["VALIDATION_FAILED", 0]);
  assertEquals(refused.message.includes("more than 10,000 events"), true);
});

Deno.test("a backfill whose client has disconnected writes no more", async () => {
  const leaving = new AbortController();
  const { messages, run } = setUp(250, {
    writes: () => {
      leaving.abort();
      return 100;
    },
  });
  const left = await assertRejects(() => run(leaving.signal), Refusal);
  assertEquals([left.code, messages.length], ["UNAVAILABLE", 1]);
});
