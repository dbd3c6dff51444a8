import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventLine, liveLines, rowsOf } from "../support/event_lines.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { type RunningSystem, systemTest } from "../support/running_system.ts";

/** How long it runs live, in each of both ways. */
const LIVE_SECONDS = Number(Deno.env.get("PARITY_SECONDS") ?? 12);

/** Four streams with ten samples a second each, from 5 to 95 and back: every 3 s, or some 50 times in a long run. */
const cycle = Math.max(30, Math.round(LIVE_SECONDS / 5));
const simulator = { extraStreams: 4, extraPeriodMs: 100, extraCycleSamples: cycle };
const A = "Load.Bank0.S0", B = "Load.Bank0.S1", C = "Load.Bank0.S2", D = "Load.Bank0.S3";

const above = (stream: string, more: Json = {}) => ({ stream, operator: "greater_than", value: 60, ...more });

const RULES: Json[] = [
  { conditions: [above(A)] },
  { conditions: [above(A, { deadband: 20 })], severity: "critical" },
  { conditions: [above(B)], on_delay_seconds: 0.35 },
  { conditions: [above(B)], off_delay_seconds: 0.85 },
  { conditions: [above(A), above(B, { operator: "less_than" })] },
  { conditions: [above(C), above(D, { deadband: 5 })], logic: "any", on_delay_seconds: 0.2 },
  { conditions: [above(D, { max_age_seconds: 0.15 })], off_delay_seconds: 0.3 },
  { conditions: [{ not: above(C) }, above(A)], on_delay_seconds: 0.1, off_delay_seconds: 0.1 },
];

const FAULTS = [
  { kind: "late", streams: "Load.*", share: 0.15, up_to_seconds: 2 },
  { kind: "duplicate", streams: "Load.*", share: 0.1, delay_seconds: 0.5 },
  { kind: "correction", streams: "Load.*S0", share: 0.1, delay_seconds: 1.5, change: 45 },
  { kind: "correction", streams: "Load.*S1", share: 0.1, delay_seconds: 1, operation: "remove" },
  {
    kind: "correction",
    streams: "Load.*S2",
    share: 0.1,
    delay_seconds: 0.5,
    operation: "remove_window",
    window_seconds: 0.5,
  },
] as const;
/** Until then everything has come, and was corrected. */
const SETTLED_MS = 4_000;

systemTest(
  "a live run with late, doubled and corrected samples and a backtest of it give the same events",
  { simulator, configuration: { wait_seconds: 0.5 } },
  async (on) => {
    const { template, instance, from } = await deployed(on);
    await afterMs(2_000);
    for (const fault of FAULTS) on.simulator.faults.set(fault);
    await afterMs(LIVE_SECONDS * 1000);
    await eventually("a late sample raises an event", async () => {
      const rows = await rowsOf(on.client, instance);
      return rows.some((row) => row.flags.includes("late_detected"));
    });
    on.simulator.faults.endAll();
    const to = new Date(Date.now() - 1_000).toISOString();
    await afterMs(SETTLED_MS);
    const { data } = await on.client.ok("POST", "/api/backtests", {
      template_id: template,
      instance_ids: [instance],
      from,
      to,
      points: 0,
    });
    const again = data.events.map((event: Json) => eventLine(event, to)).toSorted();
    assert(again.length > 36, `${again.length} events`);
    assertEquals(data.truncated, false);
    await eventuallyEquals(async () => liveLines(await rowsOf(on.client, instance), to), again);
  },
);

/** An instance of all rules, deployed once every stream has been read up to a pause: live then knows what is held. */
async function deployed(on: RunningSystem) {
  const reader = await on.template({
    rules: [{ conditions: [A, B, C, D].map((stream) => above(stream)) }],
    placeholders: [],
  });
  await on.deploy(reader, {});
  const template = await on.template({ rules: RULES, placeholders: [] });
  const pause = on.simulator.faults.set({ kind: "dropout", streams: "Load.*" });
  await on.evaluated(new Date().toISOString());
  const instance = await on.deploy(template, {});
  on.simulator.faults.end(pause.id);
  const from = (await on.client.ok("GET", `/api/instances/${instance}`)).data.deployment_date;
  return { template, instance, from };
}

/** Live is live: there is nothing to wait on but time. */
function afterMs(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
