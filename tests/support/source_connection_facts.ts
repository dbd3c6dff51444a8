import { assert, assertEquals, assertRejects } from "@std/assert";
import { sleep } from "../../concurrency/sleep.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { inTime } from "./eventually.ts";
import { at, connected, type SourceFact } from "./source_harness.ts";

/** How a source is reached. */
export const connectionFacts: SourceFact[] = [
  {
    text: "a connection test answers that it is connected",
    async check(harness) {
      const { connection_status, latency_ms } = await (await harness.connect()).test();
      assertEquals([connection_status, latency_ms >= 0], ["connected", true]);
    },
  },
  {
    text: "credentials that the source refuses are INVALID_CREDENTIALS in every call",
    needs: ["credentials"],
    async check(harness) {
      const { streams } = await connected(harness, ["Own.A"]);
      const stranger = await harness.connect({ isStranger: true });
      const calls = [
        () => stranger.test(),
        () => stranger.discover(),
        () => stranger.latest(streams[0]),
        ...stranger.capabilities.feed ? [() => stranger.feed.open(streams)] : [],
      ];
      for (const call of calls) assertEquals(await codeOf(call), "INVALID_CREDENTIALS");
    },
  },
  {
    text: "a source that is lost is CONNECTION_FAILED with a reason, and is read again when it is back",
    needs: ["requests"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      await harness.write("Own.A", [at(1), 1]);
      harness.goAway();
      const refusal = await assertRejects(() => source.latest(a), Refusal);
      assertEquals([refusal.code, typeof refusal.details.reason], ["CONNECTION_FAILED", "string"]);
      harness.back();
      assertEquals((await source.latest(a))?.value, 1);
    },
  },
  {
    text: "an aborted read rejects at once with the reason, and the connection stays usable",
    needs: ["requests"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      await source.latest(a);
      harness.hold();
      const stop = new AbortController(), { signal } = stop;
      const reading = codeOf(() => source.window(a, at(0), at(9), { signal }));
      // By then the request is under way; on a slow machine it still waits, and must end all the same.
      await sleep(50);
      stop.abort(new Refusal("UNAVAILABLE", "The reading was stopped"));
      const codes = [reading, codeOf(() => source.latest(a, { signal }))];
      assertEquals(await inTime("the reads end", Promise.all(codes)), ["UNAVAILABLE", "UNAVAILABLE"]);
      harness.back();
      assertEquals(await source.latest(a), null);
    },
  },
  {
    text: "a read that is stopped before it begins rejects with the reason",
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      const signal = AbortSignal.abort(new Refusal("UNAVAILABLE", "The reading was stopped"));
      assertEquals(await codeOf(() => source.window(a, at(0), at(9), { signal })), "UNAVAILABLE");
      assertEquals(await codeOf(() => source.latest(a, { signal })), "UNAVAILABLE");
      assertEquals(await source.latest(a), null);
    },
  },
  {
    text: "a closed connection refuses what is read",
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      const opened = source.capabilities.feed ? await source.feed.open([a]) : null;
      await source.close();
      const calls: (() => Promise<unknown>)[] = [
        () => source.latest(a),
        () => source.window(a, at(0), at(9)),
        () => source.discover(),
      ];
      if (opened !== null) calls.push(() => source.feed.read(opened));
      for (const call of calls) assertEquals(await codeOf(call), "CONNECTION_FAILED");
    },
  },
  {
    text: "a limit of requests is counted down; without one there is no budget",
    needs: ["requests"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"], { requestsPerMinute: 100 });
      const before = source.budget.left();
      // So many at once that what comes back meanwhile is less.
      await Promise.all(Array.from({ length: 12 }, () => source.latest(a)));
      const after = source.budget.left();
      assert(before !== null && after !== null && after < before, `${before} to ${after}`);
      assertEquals((await harness.connect()).budget.left(), null);
    },
  },
  {
    text: "a closed connection ends requests under way, and refuses later ones",
    needs: ["requests"],
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      harness.hold();
      const reading = codeOf(() => source.latest(a));
      await source.close();
      assertEquals(await inTime("the read under way ends", reading), "CONNECTION_FAILED");
      harness.back();
      assertEquals(await codeOf(() => source.latest(a)), "CONNECTION_FAILED");
    },
  },
];

async function codeOf(call: () => Promise<unknown>): Promise<string> {
  return (await assertRejects(call, Refusal)).code;
}
