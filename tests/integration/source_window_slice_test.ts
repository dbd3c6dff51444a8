import { assert, assertEquals } from "@std/assert";
import { readSlice } from "../../actors/source/window_slice.ts";
import { MissingStreams } from "../../actors/source/missing_streams.ts";
import type { SourceStream } from "../../connectors/source.ts";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { createDataHub } from "../../connectors/data_hub/client.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { ticksFromMs, ticksFromSourceTime } from "../../domain/shared/time.ts";
import type { ActorContext } from "../../actors/runtime/types.ts";

const SPAN_MS = 15 * 60_000;
const NOW_MS = Date.UTC(2026, 0, 31, 8);

async function plant() {
  const simulator = await startSimulator({ now: () => NOW_MS });
  const { baseUrl } = simulator;
  const hub = createDataHub({
    settings: {
      kind: "data_hub",
      region: "simulator",
      baseUrl,
      tenantId: simulator.tenantId,
      namespaceId: simulator.namespaceId,
      clientId: simulator.clientId,
      clientSecret: simulator.clientSecret,
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
  const { streams } = await hub.discover();
  const sources = streams.map(({ source }, i): SourceStream => ({ id: i, source }));
  return {
    simulator,
    hub,
    streams,
    sources,
    async [Symbol.asyncDispose]() {
      await hub.close();
      await simulator.close();
    },
  };
}

const noContext = { log: () => {} } as unknown as ActorContext;

Deno.test("a missed quarter of an hour is read in slices: each sample once, none missing, few held at a time", async () => {
  await using on = await plant();
  const to = ticksFromMs(NOW_MS), most = 5_000;
  const counts = new Map<number, number>();
  let slices = 0, reads = 0;
  for (let from = ticksFromMs(NOW_MS - SPAN_MS); from < to; slices++) {
    const options = {
      from,
      to,
      work: "gaps",
      most,
      missing: new MissingStreams(noContext),
      answered: () => reads++,
    } as const;
    const { changes, upTo } = await readSlice(on.hub, on.sources, options);
    assert(changes.length <= most && upTo > from && upTo <= to);
    for (const change of changes) {
      if (change.op !== "upsert") continue;
      assert(change.sample.time > from && change.sample.time <= upTo);
      counts.set(change.stream, (counts.get(change.stream) ?? 0) + 1);
    }
    from = upTo;
  }
  assert(slices > 2 && reads > slices);
  for (const [i, { stream_name }] of on.streams.entries()) {
    const truth = on.simulator.samples(stream_name, NOW_MS - SPAN_MS, NOW_MS)
      .filter(({ timestamp }) => ticksFromSourceTime(timestamp)! > ticksFromMs(NOW_MS - SPAN_MS));
    assertEquals([stream_name, counts.get(i) ?? 0], [stream_name, truth.length]);
  }
});

Deno.test("a slice that fits is read whole, and a missing stream stops no other", async () => {
  await using on = await plant();
  const missing = new MissingStreams(noContext);
  const lost = { id: 9_999, source: { ...on.sources[0].source, sdsStreamId: "NOT_THERE" } };
  const from = ticksFromMs(NOW_MS - 60_000), to = ticksFromMs(NOW_MS);
  const slice = await readSlice(on.hub, [lost, ...on.sources], {
    from,
    to,
    work: "gaps",
    missing,
    answered: () => {},
  });
  assertEquals(slice.upTo, to);
  assert(slice.changes.length > 0);
  assert(missing.areAll([lost]) && !missing.areAll([on.sources[0]]));
});
