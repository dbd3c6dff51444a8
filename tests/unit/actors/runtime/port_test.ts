import { assertEquals, assertThrows } from "@std/assert";
import { localPorts } from "../../../../actors/runtime/port.ts";
import type { FromShard, ToShard } from "../../../../actors/runtime/protocol.ts";
import { restOfTheLoop } from "../../../support/runtime_timers.ts";

const to = { kind: "toy", id: "a" };

function delivery(message: unknown): ToShard {
  return { v: 1, type: "deliver", to, message, ask: undefined, expiresMs: Infinity };
}

Deno.test("localPorts() delivers in order, later, and copies", async () => {
  const { main, shard } = localPorts();
  const heard: unknown[] = [];
  shard.onMessage((message) => heard.push(message.type === "deliver" ? message.message : message.type));
  const list = [1];
  main.post(delivery(list));
  main.post({ v: 1, type: "ping" });
  list.push(2);
  assertEquals(heard, []);
  await restOfTheLoop();
  assertEquals(heard, [[1], "ping"]);
});

Deno.test("localPorts() keeps messages until there is a handler, in order", async () => {
  const { main, shard } = localPorts();
  shard.post({ v: 1, type: "ready" });
  shard.post({ v: 1, type: "closed" });
  await restOfTheLoop();
  const heard: string[] = [];
  main.onMessage((message: FromShard) => heard.push(message.type));
  await restOfTheLoop();
  assertEquals(heard, ["ready", "closed"]);
});

Deno.test("localPorts() moves values in the transfer list", async () => {
  const { main, shard } = localPorts();
  const heard: unknown[] = [];
  shard.onMessage((message) => message.type === "deliver" && heard.push(message.message));
  const samples = new Float64Array([1, 2, 3]);
  main.post(delivery(samples), [samples.buffer]);
  assertEquals(samples.length, 0);
  await restOfTheLoop();
  assertEquals(heard, [new Float64Array([1, 2, 3])]);
});

Deno.test("localPorts() throws on values that cannot be copied", () => {
  const { main } = localPorts();
  const error = assertThrows(() => main.post(delivery(() => {})), DOMException);
  assertEquals(error.name, "DataCloneError");
});

Deno.test("localPorts() delivers nothing after close, not even messages under way", async () => {
  const { main, shard } = localPorts();
  const heard: unknown[] = [];
  shard.onMessage((message) => heard.push(message));
  main.post({ v: 1, type: "ping" });
  main.close();
  main.post({ v: 1, type: "ping" });
  await restOfTheLoop();
  assertEquals(heard, []);
});
