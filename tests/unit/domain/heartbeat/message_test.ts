import { assertEquals, assertStringIncludes } from "@std/assert";
import { heartbeatMessage } from "../../../../domain/heartbeat/message.ts";

const minuteMs = Date.UTC(2026, 0, 31, 8, 15);
const input = {
  storeId: "5a17",
  contactPointId: 4,
  minuteMs,
  nowMs: minuteMs + 400,
  shards: 2,
  lostSources: [],
  publicUrl: "https://andon.example/",
};

Deno.test("heartbeatMessage() has the same key at each attempt of a minute", () => {
  const [one, again] = [heartbeatMessage(input), heartbeatMessage({ ...input, nowMs: minuteMs + 9_000 })];
  assertEquals(one.key, "5a17/heartbeat/4/2026-01-31T08:15:00.000Z");
  assertEquals(again.key, one.key);
  assertEquals([one.title, one.severity, one.reason], ["Andon heartbeat", "info", "heartbeat"]);
  assertEquals(one.link, "https://andon.example/notifications/heartbeats");
});

Deno.test("heartbeatMessage() names lost sources", () => {
  const { title, severity, text } = heartbeatMessage({ ...input, lostSources: ["The source is away."] });
  assertEquals([title, severity], ["Andon heartbeat: data source lost", "warning"]);
  assertStringIncludes(text, "2 shards");
  assertStringIncludes(text, "The source is away.");
});
