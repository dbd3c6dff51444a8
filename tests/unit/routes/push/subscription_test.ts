import { assert, assertEquals, assertThrows } from "@std/assert";
import { FRAME_KINDS } from "../../../../domain/push/types.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { framesOf } from "../../../../routes/push/frames.ts";
import {
  DEFAULT_SUBSCRIPTION,
  MOST_STREAMS,
  parseMessage,
  subscriptionAfter,
  wants,
} from "../../../../routes/push/subscription.ts";

const AT = "2026-01-01T00:00:00.000Z";
const ids = new Map([["Pump.A", 2], ["Pump.B", 1]]);
const after = (message: unknown, before = DEFAULT_SUBSCRIPTION) =>
  subscriptionAfter(parseMessage(JSON.stringify(message)), before, (name) => ids.get(name));

function frame(kind: string, { data = null as unknown, to }: { data?: unknown; to?: number } = {}) {
  const frames = [{ kind, at: AT, data, to }];
  return framesOf({ versionstamp: "0".repeat(20), frames }, 0)[0];
}

function issuePaths(message: string): string[] {
  const refusal = assertThrows(() => parseMessage(message), Refusal);
  return (refusal.details.issues as { path: string }[]).map((issue) => issue.path);
}

Deno.test("the default is every kind but stream_updated", () => {
  assertEquals(new Set(FRAME_KINDS).difference(DEFAULT_SUBSCRIPTION.kinds), new Set(["stream_updated"]));
});

Deno.test("subscriptionAfter() changes the named fields and leaves the rest", () => {
  const one = after({ subscribe: ["stream_updated"], streams: ["Pump.A", "Pump.B"] });
  assertEquals([...one.kinds], ["stream_updated"]);
  assertEquals([...one.streams ?? []], [1, 2]);
  const two = after({ subscribe: ["event_created"] }, one);
  assertEquals([[...two.kinds], two.streamsKey], [["event_created"], "1,2"]);
  const three = after({ streams: ["Pump.B"] }, two);
  assertEquals([[...three.kinds], three.streamsKey], [["event_created"], "1"]);
});

Deno.test("subscriptionAfter() names each unknown stream", () => {
  const refusal = assertThrows(() => after({ streams: ["Pump.A", "x", "y"] }), Refusal);
  assertEquals((refusal.details.issues as { path: string }[]).map(({ path }) => path), [
    "streams.1",
    "streams.2",
  ]);
});

Deno.test("parseMessage() refuses unknown fields, each by its path", () => {
  assertEquals(issuePaths("nonsense"), [""]);
  assertEquals(issuePaths("[]"), [""]);
  assertEquals(issuePaths('{"subscribe":["event_created","all"]}'), ["subscribe.1"]);
  assertEquals(issuePaths('{"streams":"Pump.A"}'), ["streams"]);
  assertEquals(issuePaths('{"after":"7"}'), ["after"]);
  assertEquals(issuePaths('{"after":7}'), ["after"]);
  assertEquals(issuePaths('{"unsubscribe":[]}').length, 1);
});

Deno.test("parseMessage() takes 2,000 stream names and not one more", () => {
  const names = (count: number) =>
    JSON.stringify({ streams: Array.from({ length: count }, (_, i) => `S${i}`) });
  assertEquals(parseMessage(names(MOST_STREAMS)).streams?.length, 2_000);
  assertEquals(issuePaths(names(MOST_STREAMS + 1)), ["streams"]);
});

Deno.test("an ai_response is sent to its session's owner only, and to nobody without an owner", () => {
  const owner = { userId: 7, role: "viewer" } as const;
  const other = { userId: 8, role: "admin" } as const;
  const key = { userId: undefined, role: "admin" } as const;
  const owned = frame("ai_response", { to: 7 });
  assertEquals([owner, other, key].map((who) => wants(DEFAULT_SUBSCRIPTION, owned, who)), [
    true,
    false,
    false,
  ]);
  const lost = frame("ai_response");
  assertEquals([owner, other, key].map((who) => wants(DEFAULT_SUBSCRIPTION, lost, who)), [
    false,
    false,
    false,
  ]);
});

Deno.test("changes of users and keys are sent to administrators only", () => {
  const asked = (type: string, role: "admin" | "engineer") =>
    wants(DEFAULT_SUBSCRIPTION, frame("resource_changed", { data: { type, id: 1 } }), { userId: 1, role });
  assertEquals(["user", "key", "template"].map((type) => asked(type, "engineer")), [false, false, true]);
  assertEquals(["user", "key", "template"].map((type) => asked(type, "admin")), [true, true, true]);
});

Deno.test("a resync goes to every client", () => {
  const nothing = after({ subscribe: [] });
  const [resync] = framesOf({ versionstamp: "0".repeat(20), frames: null }, 0);
  assert(wants(nothing, resync, { userId: 1, role: "viewer" }));
});

Deno.test("parseMessage() refuses a list that is too long by its length alone", () => {
  const text = JSON.stringify({ subscribe: Array(80_000).fill("x"), streams: Array(2_001).fill("") });
  const refusal = assertThrows(() => parseMessage(text), Refusal);
  assertEquals(refusal.details.issues, [
    { path: "subscribe", message: "Takes at most 50 items" },
    { path: "streams", message: "Takes at most 2,000 items" },
  ]);
});
