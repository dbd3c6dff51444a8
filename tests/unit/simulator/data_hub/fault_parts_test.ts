import { assert, assertEquals } from "@std/assert";
import type { Cadence } from "../../../../simulator/data_hub/cadence.ts";
import { patternMatcher } from "../../../../simulator/data_hub/faults/pattern.ts";
import { removalOf, removalsBetween } from "../../../../simulator/data_hub/faults/removals.ts";
import { parseFault } from "../../../../simulator/data_hub/faults/schema.ts";
import { createSourceClock } from "../../../../simulator/data_hub/faults/source_clock.ts";
import type { StreamFault } from "../../../../simulator/data_hub/faults/stream_fault.ts";
import { isDataSpec } from "../../../../simulator/data_hub/faults/schema.ts";
import { openListener } from "../../../../simulator/data_hub/listener.ts";
import { createPageCache } from "../../../../simulator/data_hub/http/page_cache.ts";
import { eventually } from "../../../support/eventually.ts";
import { TICKS_PER_SECOND } from "../../../../domain/shared/time.ts";

function streamFault(given: Record<string, unknown>, span: { from: number; to: number }): StreamFault {
  const spec = parseFault(given);
  if (!isDataSpec(spec)) throw new TypeError(`${spec.kind} is not a data fault`);
  return { spec, seed: 7, ...span };
}

/** A cadence with samples at these times. */
function cadenceOf(times: number[]): Cadence {
  const within = (from: number, to: number) => times.filter((at) => at >= from && at <= to);
  return { perSecond: 1, forward: within, backward: (from, to) => within(from, to).reverse() };
}

Deno.test("patternMatcher() matches * with any text, also empty, and no character twice", () => {
  const cases: [string, string, boolean][] = [
    ["*", "", true],
    ["a*", "A", true],
    ["*/data/last", "/x/Data/Last", true],
    ["a*b*c", "a-b-c", true],
    ["a*b*c", "acb", false],
    ["ab*ba", "aba", false],
    ["abc", "abcd", false],
    ["*.S1", "Load.S11", false],
    ["a.c", "abc", false],
  ];
  for (const [pattern, text, matches] of cases) {
    assertEquals(patternMatcher(pattern)(text), matches, `${pattern} ${text}`);
  }
  assertEquals(patternMatcher(`${"a*".repeat(400)}b`)("a".repeat(20_000)), false);
});

Deno.test("a sample whose wrong stamp equals another sample's index is lost", () => {
  const second = TICKS_PER_SECOND;
  const times = [1 * second, 2 * second, 3 * second, 5 * second + 3];
  const fault = streamFault({ kind: "source_clock", offset_seconds: 3 }, { from: second, to: 3 * second });
  const clock = createSourceClock(cadenceOf(times), [fault]);
  assertEquals(times.map(clock.stamp), [second, undefined, 6 * second + 3, 5 * second + 3]);
  const walk = { from: 0, to: 100 * second, measuredBy: 100 * second, by: 100 * second };
  const forward = [...clock.stamped({ ...walk, backward: false })].map(({ index }) => index);
  assertEquals(forward, [second, 5 * second + 3, 6 * second + 3]);
  assertEquals(
    [...clock.stamped({ ...walk, backward: true })].map(({ index }) => index),
    forward.toReversed(),
  );
});

Deno.test("removed windows are disjoint, within the fault, and reported once however the time is divided", () => {
  const given = {
    kind: "correction",
    operation: "remove_window",
    share: 0.5,
    window_seconds: 2,
    delay_seconds: 3,
  };
  const [from, to] = [1_000, 1_000 + 61 * TICKS_PER_SECOND];
  const fault = streamFault(given, { from, to });
  const all = [...removalsBetween([fault], { after: 0, to: 2 * to })];
  assert(all.length > 8 && all.length < 22, `${all.length} windows`);
  assert(all.every((each, i) => each.from > (all[i - 1]?.to ?? from) && each.to <= to));
  assert(all.every((each) => each.at - each.to === 3 * TICKS_PER_SECOND));
  const pieces = [];
  for (let after = 0; after < to + 40_000_000; after += 3_333_333) {
    pieces.push(...removalsBetween([fault], { after, to: after + 3_333_333 }));
  }
  assertEquals(pieces, all);
  for (const each of all) {
    assertEquals([removalOf(fault, each.from), removalOf(fault, each.to)], [each, each]);
  }
});

Deno.test("a page is rendered once per version, and the cache stays within its limit", () => {
  const cache = createPageCache(10);
  let rendered = 0;
  const page = (key: string, version = "1") => cache.page({ key, version }, () => `page ${++rendered}`);
  assertEquals([page("a"), page("a"), page("a", "2")], ["page 1", "page 1", "page 2"]);
  assertEquals([page("b", "2"), page("a", "2")], ["page 3", "page 4"]);
});

async function replyOf(port: number, text: string): Promise<string> {
  using conn = await Deno.connect({ hostname: "127.0.0.1", port });
  await conn.write(new TextEncoder().encode(text));
  const buffer = new Uint8Array(100);
  const read = await conn.read(buffer).catch(() => null);
  return read === null ? "dropped" : new TextDecoder().decode(buffer.subarray(0, read));
}

Deno.test("the listener relays connections up to its limit and closes further ones", async () => {
  using server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const echoes = (async () => {
    for await (const conn of server) conn.readable.pipeTo(conn.writable).catch(() => undefined);
  })();
  const listener = openListener({
    hostname: "127.0.0.1",
    port: 0,
    serverPort: server.addr.port,
    maxConnections: 2,
  });
  const echoed = async () => {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
    await conn.write(new Uint8Array([1]));
    if (await conn.read(new Uint8Array(1)).catch(() => null) === 1) return conn;
    conn.close();
    return undefined;
  };
  using _first = await eventually("a connection", echoed);
  assertEquals(await replyOf(listener.port, "second"), "second");
  // The relay of the previous connection ends shortly after its client.
  using _other = await eventually("another connection", echoed);
  assertEquals(await replyOf(listener.port, "third"), "dropped");
  listener.setMode("dropping");
  assertEquals(await replyOf(listener.port, "anyone"), "dropped");
  await listener.close();
  server.close();
  await echoes.catch(() => undefined);
});
