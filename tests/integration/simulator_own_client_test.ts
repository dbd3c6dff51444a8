import { assert, assertEquals } from "@std/assert";
import { createDataHub } from "../../connectors/data_hub/client.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import type { SourceStream } from "../../connectors/source.ts";
import type { Simulator } from "../../simulator/data_hub/server.ts";
import { sourceTimeFromTicks, ticksFromMs } from "../../domain/shared/time.ts";
import { changesOf } from "../support/batch_changes.ts";
import { simulatorFixture, START_MS } from "./simulator_fixture.ts";

/** Andon's client of the protocol, on the test's clock. */
function client(simulator: Simulator, now: () => number) {
  return createDataHub({
    settings: {
      kind: "data_hub",
      region: "simulator",
      baseUrl: simulator.baseUrl,
      tenantId: simulator.tenantId,
      namespaceId: simulator.namespaceId,
      clientId: simulator.clientId,
      clientSecret: simulator.clientSecret,
      waitSeconds: null,
      pollSeconds: 10,
      changeFeed: "auto",
      maxAgeSeconds: 0,
      sourceLostSeconds: 60,
      correctionHorizonHours: 72,
      requestsPerMinute: null,
    },
    now,
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    outbound: createOutboundGuard({ allow: "", alwaysAllow: [new URL(simulator.baseUrl).host] }),
    clientName: "andon-test",
  });
}

Deno.test("Andon's client finds every stream, reads the expected samples and follows the feed", async () => {
  await using on = await simulatorFixture({ extraStreams: 30 });
  const source = client(on.simulator, on.clock.now);
  try {
    assertEquals((await source.test()).connection_status, "connected");
    const found = await source.discover();
    assertEquals(found.unsupported, []);
    assert(found.streams.length >= 120 + 30);
    assert(found.assets.some((asset) => asset.asset_id === "Riverside.Line1.Filler"));
    const streams = found.streams.map((stream, id): SourceStream => ({ id, source: stream.source }));
    const position = await source.feed.open(streams);
    on.clock.ms += 30_000;
    const changes = changesOf((await source.feed.read(position)).batch);
    for (const [id, stream] of found.streams.entries()) {
      const from = ticksFromMs(START_MS);
      const window = await source.window(streams[id], from, ticksFromMs(on.clock.ms));
      const expected = on.simulator.samples(stream.stream_name, START_MS, on.clock.ms)
        .filter((sample) => sample.timestamp > sourceTimeFromTicks(from));
      const read = window.map(({ time, value }) => ({ timestamp: sourceTimeFromTicks(time), value }));
      assertEquals(read, expected, stream.stream_name);
      const fed = changes.flatMap((change) =>
        change.op === "upsert" && change.stream === id ? [change.sample] : []
      );
      assertEquals(fed, window, stream.stream_name);
    }
    await source.feed.leave(position);
  } finally {
    await source.close();
  }
});
