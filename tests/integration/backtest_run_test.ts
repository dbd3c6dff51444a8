import { assert, assertEquals, assertRejects } from "@std/assert";
import { carryOut } from "../../actors/backtest/carry_out.ts";
import type { ActorContext } from "../../actors/runtime/types.ts";
import type { ReadPastMessage } from "../../actors/source/contract.ts";
import { PastReads } from "../../actors/source/past_reads.ts";
import { createDataHub } from "../../connectors/data_hub/client.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import {
  BACKTEST_LIMITS,
  type BacktestLimits,
  type BacktestOrder,
  type BacktestResult,
} from "../../domain/backtest/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { backtestUnit } from "../support/backtest_order.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 8);
const HOUR_MS = 3_600_000;

/** Two streams with a sample each 100 ms, behind the real client of a simulator. */
async function plant() {
  const simulator = await startSimulator({
    now: () => NOW_MS,
    extraStreams: 2,
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
  const reads = new PastReads(), parts: ReadPastMessage[] = [];
  const context = {
    now: Date.now,
    ref: () => ({
      tell: () => {},
      ask: (message: ReadPastMessage) => {
        parts.push(message);
        return reads.read(hub, message);
      },
    }),
  } as unknown as ActorContext;
  return {
    simulator,
    streams,
    parts,
    async run(order: BacktestOrder, limits: Partial<BacktestLimits> = {}): Promise<BacktestResult> {
      const signal = new AbortController().signal;
      const given = {
        id: "1",
        context,
        signal,
        timeZone: "UTC",
        onPart: () => {},
        limits: { ...BACKTEST_LIMITS, ...limits },
      };
      const { run, missing } = await carryOut(order, given);
      return run.result(missing);
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await simulator.close();
    },
  };
}

function orderOf(streams: StreamRecord[], hours: number, points = 0): BacktestOrder {
  const units = [backtestUnit(streams, { operator: "greater_than", value: 50 })];
  return { units, streams, from: ticksFromMs(NOW_MS - hours * HOUR_MS), to: ticksFromMs(NOW_MS), points };
}

Deno.test("a span that is read in many parts is evaluated once at each of its samples", async () => {
  await using on = await plant();
  const result = await on.run(orderOf(on.streams, 2, 10));
  const kept = on.streams.map(({ stream_name }) =>
    on.simulator.samples(stream_name, NOW_MS - 2 * HOUR_MS + 1, NOW_MS)
  );
  assert(on.parts.length > 2, `${on.parts.length} parts`);
  assertEquals(on.parts.map(({ isFirst }) => isFirst), on.parts.map((_, i) => i === 0));
  assertEquals(result.samples, kept[0].length + kept[1].length);
  assertEquals(result.series.map(({ samples }) => samples), kept.map(({ length }) => length));
  const risen = kept.flatMap((samples) =>
    samples.filter(({ value }, i) => Number(value) > 50 && i > 0 && Number(samples[i - 1].value) <= 50)
  );
  const started = result.events.filter(({ flags }) => !flags.includes("initial"));
  assert(Math.abs(started.length - risen.length) <= 2, `${started.length} events, ${risen.length} rises`);
});

Deno.test("as many samples, evaluations, events and buckets as the limits say, and not one more", async () => {
  await using on = await plant();
  const order = orderOf(on.streams, 0.1, 10);
  const { samples, evaluations, events } = await on.run(order);
  assertEquals((await on.run(order, { samples, evaluations, events: events.length })).truncated, false);
  const refusal = (limits: Partial<BacktestLimits>) => assertRejects(() => on.run(order, limits), Refusal);
  const tooMany = await refusal({ samples: samples - 1 });
  assertEquals(tooMany.code, "VALIDATION_FAILED");
  assert(tooMany.message.startsWith("from: The span holds more than 7,199 samples"), tooMany.message);
  const tooLong = await refusal({ evaluations: evaluations - 1 });
  assert(tooLong.message.startsWith("from: The span holds more than"), tooLong.message);
  const cut = await on.run(order, { events: events.length - 1 });
  assertEquals([cut.truncated, cut.events.length, cut.summary.events], [
    true,
    events.length - 1,
    events.length,
  ]);
  const drawn = async (buckets: number) => {
    const { series, series_left_out } = await on.run(order, { buckets });
    return [series.length, series_left_out];
  };
  assertEquals([await drawn(20), await drawn(19)], [[2, 0], [1, 1]]);
});

Deno.test("a stream that the source no longer has is named; its rules are evaluated without it", async () => {
  await using on = await plant();
  const gone: StreamRecord = {
    ...on.streams[1],
    stream_name: "Gone",
    source: { ...on.streams[1].source, sdsStreamId: "GONE" },
  };
  const { missing_streams, rules } = await on.run(orderOf([on.streams[0], gone], 0.1));
  assertEquals(missing_streams, ["Gone"]);
  assertEquals(rules.map(({ blind_share }) => blind_share), [0, 1]);
});
