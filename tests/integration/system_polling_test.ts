import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { expectedEvents, limitRule } from "../support/expected_events.ts";
import { type RunningSystem, spans, systemTest, timeline } from "../support/running_system.ts";
import { eventually } from "../support/eventually.ts";
import type { Written } from "../support/source_streams.ts";

const WAYS: { name: string; simulator?: { signups: false }; configuration: Json }[] = [
  {
    name: "at a source that refuses signups",
    simulator: { signups: false },
    configuration: { poll_seconds: 0.5, wait_seconds: 2 },
  },
  {
    name: "with change_feed off",
    configuration: { poll_seconds: 0.5, wait_seconds: 2, change_feed: "off" },
  },
  { name: "by the change feed", configuration: { poll_seconds: 0.5, wait_seconds: 2 } },
];
const BURSTS = 12;

for (const { name, simulator, configuration } of WAYS) {
  systemTest(
    `bursts between two polls are evaluated whole, ${name}`,
    { simulator, configuration },
    async (on) => {
      await on.streams.make("number", "Own.A", "Own.B");
      await on.configure();
      const template = await on.template({ rules: [{}] });
      const deployed = await Promise.all(
        ["Own.A", "Own.B"].map((stream) => deployedOn(on, { stream, template })),
      );
      assertEquals(on.simulator.signups().length, name === "by the change feed" ? 1 : 0);
      for (let burst = 0; burst < BURSTS; burst++) {
        for (const { stream } of deployed) await writeBurst(on, { stream, burst });
        await new Promise((resolve) => setTimeout(resolve, 90 + 37 * (burst % 4)));
      }
      const untilMs = Date.now();
      await on.evaluated(new Date(untilMs).toISOString());
      for (const { stream, id, deployedAtMs } of deployed) {
        const asked = {
          simulator: on.simulator,
          stream,
          instance: id,
          rule: limitRule(80),
          deployedAtMs,
          untilMs,
        };
        const expected = expectedEvents(asked).map(({ start, end }) => [start, end]);
        assert(expected.length >= BURSTS, `enough happened to compare: ${expected.length}`);
        assertEquals(spans(await on.events(id)), expected);
      }
      assertEquals(on.andon.plant.sourceStatus().late_samples, 0);
    },
  );
}

interface OneBurst {
  stream: string;
  burst: number;
}

/** Samples of the last half second, the older ones written last: all within the wait, many out of order. */
async function writeBurst(on: RunningSystem, { stream, burst }: OneBurst): Promise<void> {
  const newestMs = Date.now() - 20;
  const samples = Array.from({ length: 6 }, (_, i): Written => {
    const fraction = String(1 + ((burst * 7919 + i * 104729) % 9_999)).padStart(4, "0");
    const time = new Date(newestMs - i * (60 + burst)).toISOString().replace("Z", `${fraction}Z`);
    return [time, (burst + i) % 2 === 0 ? 81 + i : 79 - i];
  });
  await on.streams.write(stream, ...samples.slice(0, 3));
  await on.streams.write(stream, ...samples.slice(3));
}

async function deployedOn(on: RunningSystem, { stream, template }: { stream: string; template: number }) {
  const id = await on.deploy(template, { VALUE: stream });
  const { deployment_date } = (await on.client.ok("GET", `/api/instances/${id}`)).data;
  return { stream, id, deployedAtMs: Date.parse(deployment_date) };
}

systemTest("polling takes in a late sample within the wait, and counts nothing late", {
  simulator: { signups: false },
  configuration: { poll_seconds: 0.2, wait_seconds: 10 },
}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
  const at = timeline(0);
  await on.streams.write("Own.A", [at(0), 70]);
  await eventually("the newer sample was read", async () => {
    const [stream] = (await on.client.ok("GET", "/api/streams/active")).data;
    return stream.value === 70;
  });
  await on.streams.write("Own.A", [at(-0.4), 81]);
  await on.evaluated(at(0.1));
  assertEquals(spans(await on.events(id)), [[at(-0.4), at(0)]]);
});
