import { assertEquals, assertThrows } from "@std/assert";
import { createCounters } from "../../../../connectors/data_hub/counters.ts";
import { feedChanges } from "../../../../connectors/data_hub/feed_page.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { at, justRead, sourceStream, subscriptionsOf } from "../../../support/data_hub_client.ts";

const T1 = "2026-01-31T08:00:00.0000001Z";
const T2 = "2026-01-31T08:00:01Z";

function read(items: unknown[]) {
  const counters = createCounters(), doubts = justRead();
  const subscriptions = subscriptionsOf([
    sourceStream(1),
    sourceStream(2, { sdsStreamId: "Pump", valueProperty: "Speed" }),
    sourceStream(3, { sdsStreamId: "pump", valueProperty: "On", typeCode: 3 }),
  ]);
  return { changes: feedChanges(items, { subscriptions, counters, doubts }), counters, doubts };
}

Deno.test("feedChanges() converts inserts, updates and replacements to upserts, in order", () => {
  const { changes } = read(["Insert", "update", "REPLACE"].map((operation, Value) => ({
    resourceId: "s1",
    operation,
    events: [{ Time: T1, Value }],
  })));
  assertEquals(
    changes,
    [0, 1, 2].map((value) => ({
      op: "upsert" as const,
      stream: 1,
      sample: { time: at(T1), value, quality: "good" as const },
    })),
  );
});

Deno.test("feedChanges() feeds every one of our streams of a Data Hub stream", () => {
  const { changes } = read([{
    resourceId: "PUMP",
    operation: "Insert",
    events: [{ Time: T1, Speed: 7, On: true }],
  }]);
  assertEquals(changes.map((one) => [one.stream, one.op === "upsert" && one.sample.value]), [[2, 7], [
    3,
    true,
  ]]);
});

Deno.test("feedChanges() removes one time per event", () => {
  for (const operation of ["Remove", "Delete"]) {
    const { changes } = read([{ resourceId: "s1", operation, events: [{ Time: T1 }, { Time: T2 }] }]);
    assertEquals(changes, [
      { op: "remove", stream: 1, time: at(T1) },
      { op: "remove", stream: 1, time: at(T2) },
    ]);
  }
});

Deno.test("feedChanges() removes a window between its two events, in either order", () => {
  for (const operation of ["RemoveWindow", "DeleteWindow"]) {
    const { changes } = read([{ resourceId: "s1", operation, events: [{ Time: T2 }, { Time: T1 }] }]);
    assertEquals(changes, [{ op: "removeWindow", stream: 1, from: at(T1), to: at(T2) }]);
  }
});

Deno.test("feedChanges() skips and counts unknown resources", () => {
  const { changes, counters } = read([{ resourceId: "other", operation: "Insert", events: [{ Time: T1 }] }]);
  assertEquals([changes, counters.unknownResources], [[], 1]);
});

Deno.test("feedChanges() drops and counts events without a readable time", () => {
  const events = [{ Time: "soon", Value: 1 }, { Value: 1 }, { Time: "3/7/2024 12:00:00 AM", Value: 2 }];
  const { changes, doubts } = read([{ resourceId: "s1", operation: "Insert", events }]);
  assertEquals(changes.map((one) => one.op === "upsert" && one.sample.time), [at("2024-03-07T00:00:00Z")]);
  assertEquals(doubts.unreadableTimes, 2);
});

Deno.test("feedChanges() reads items with PascalCase members", () => {
  assertEquals(
    read([{ ResourceId: "s1", Operation: "Insert", Events: [{ Time: T1, Value: 1 }] }]).changes.length,
    1,
  );
});

Deno.test("feedChanges() refuses unknown operations and invalid items", () => {
  const broken = [
    [{ resourceId: "s1", operation: "Merge", events: [] }, 'unknown operation "Merge"'],
    [{ resourceId: "s1", events: [] }, "unknown operation"],
    [{ operation: "Insert", events: [] }, "without resourceId"],
    [{ resourceId: "s1", operation: "Insert", events: {} }, "without resourceId and events"],
    [7, "not an object"],
  ] as const;
  for (const [item, text] of broken) assertThrows(() => read([item]), Refusal, text);
});
