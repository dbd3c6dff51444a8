import { assertEquals } from "@std/assert";
import { readMessage } from "../../../../actors/runtime/protocol.ts";

Deno.test("readMessage() answers with a message of this version", () => {
  assertEquals(readMessage({ v: 1, type: "ping" }), { v: 1, type: "ping" });
});

Deno.test("readMessage() drops other versions and invalid messages", () => {
  for (const data of [{ v: 2, type: "ping" }, { type: "ping" }, { v: 1 }, null, undefined, "ping", 1]) {
    assertEquals(readMessage(data), undefined);
  }
});
