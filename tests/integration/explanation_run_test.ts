import { assertEquals, assertRejects } from "@std/assert";
import { readPast } from "../../actors/explanation/run.ts";
import type { StoredStart } from "../../actors/evaluation/contract.ts";
import type { PastReading } from "../../actors/explanation/contract.ts";
import type { ActorContext } from "../../actors/runtime/types.ts";
import type { ReadPastMessage } from "../../actors/source/contract.ts";
import { PastReads } from "../../actors/source/past_reads.ts";
import { createDataHub } from "../../connectors/data_hub/client.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import { RULE_LIMITS } from "../../domain/rule/limits.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { ticksFromMs, ticksOfSeconds } from "../../domain/shared/time.ts";
import { backtestUnit } from "../support/backtest_order.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 8);
const AT = ticksFromMs(NOW_MS - 3_600_000);
const never = new AbortController().signal;

/** A stream with a sample each 100 ms, behind the real client of a simulator: 36,000 an hour, 3,000 in 5 minutes. */
async function plant() {
  const simulator = await startSimulator({
    now: () => NOW_MS,
    extraStreams: 1,
    extraPeriodMs: 100,
    extraCycleSamples: 1_000,
  });
  const { baseUrl, tenantId, namespaceId, clientId, clientSecret } = simulator;
  const hub = createDataHub({
    settings: {
      kind: "data_hub",
      region: "simulator",
      baseUrl,
      tenantId,
      namespaceId,
      clientId,
      clientSecret,
      requestsPerMinute: null,
      waitSeconds: null,
      pollSeconds: 10,
      changeFeed: "auto",
      maxAgeSeconds: 0,
      sourceLostSeconds: 60,
      correctionHorizonHours: 72,
    },
    now: () => NOW_MS,
    random: () => 1,
    outbound: createOutboundGuard({ allow: "", alwaysAllow: [new URL(baseUrl).host] }),
    clientName: "andon-test",
  });
  const found = (await hub.discover()).streams.filter(({ stream_name }) => stream_name.startsWith("Load."));
  const streams = found.map((stream, i): StreamRecord => ({ v: 1, id: i + 1, is_active: true, ...stream }));
  const reads = new PastReads();
  const asked = { parts: 0, heard: () => {} };
  const context = {
    now: Date.now,
    ref: () => ({
      tell: () => {},
      ask: (message: ReadPastMessage) => {
        asked.parts++;
        asked.heard();
        return reads.read(hub, message);
      },
    }),
  } as unknown as ActorContext;
  const { deployment: { instance } } = backtestUnit(streams, { operator: "greater_than", value: 0 });
  return {
    asked,
    run(mostSamples: number, signal = never): Promise<PastReading> {
      const order = { instance, streams, at: AT, start: null, standardFrom: -Infinity };
      return readPast(order, { reading: "1", context, signal, mostSamples, timeZone: "UTC" });
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await simulator.close();
    },
  };
}

Deno.test("a past time is evaluated from as long before it as the samples allow, and no further", async () => {
  await using harness = await plant();
  const evaluatedFor = async (most: number) =>
    (AT - (await harness.run(most)).evaluatedFrom!) / ticksOfSeconds(1);
  assertEquals([await evaluatedFor(36_000), await evaluatedFor(35_999), await evaluatedFor(3_000)], [
    3_600,
    300,
    300,
  ]);
  const refused = await assertRejects(() => harness.run(2_999), Refusal);
  assertEquals(refused.details.issues, [{
    path: "at",
    message: "The 5 minutes before it hold more than 2,999 samples of its streams: too many to explain it",
  }]);
});

Deno.test("a run that nobody waits for stops reading", async () => {
  await using harness = await plant();
  const leaving = new AbortController();
  harness.asked.heard = () =>
    harness.asked.parts === 2 && leaving.abort(new Refusal("UNAVAILABLE", "Nobody waits"));
  const left = await assertRejects(() => harness.run(500_000, leaving.signal), Refusal);
  assertEquals([left.message, harness.asked.parts], ["Nobody waits", 2]);
});

Deno.test("a past time is explained by the standard that was in force there", async () => {
  const stream = { id: 1, stream_name: "Silent", data_type: "NUM" } as StreamRecord;
  const { deployment } = backtestUnit([stream], { operator: "stale_for", value: RULE_LIMITS.maxAgeSeconds });
  const instance = { ...deployment.instance, deployedAt: AT - ticksOfSeconds(60) };
  const ask = ({ to }: ReadPastMessage) => {
    const held = [{ stream: 1, read: true, sample: null, good: null }];
    return Promise.resolve({ held, pasts: [], batch: packBatch([]), upTo: to, gone: [] });
  };
  const context = { now: Date.now, ref: () => ({ tell: () => {}, ask }) } as unknown as ActorContext;
  const stored: StoredStart = {
    watermark: AT - 1,
    instance,
    deployment,
    states: [],
    commands: [],
    unread: [],
    unfilled: [],
    hadEvents: [],
  };
  const truthOf = async (start: StoredStart | null, standardFrom: number) => {
    const order = { instance, streams: [stream], at: AT, start, standardFrom };
    const options = { reading: "1", context, signal: never, mostSamples: 1, timeZone: "UTC" };
    return (await readPast(order, options)).reading.rules[0].truth;
  };
  for (const start of [null, stored]) {
    assertEquals([await truthOf(start, AT), await truthOf(start, AT - 1)], ["false", "unknown"]);
  }
});
