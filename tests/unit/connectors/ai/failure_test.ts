import { assertEquals } from "@std/assert";
import { vendorMessage } from "../../../../connectors/ai/failure.ts";

Deno.test("vendorMessage() drops a message that repeats eight characters of the key", () => {
  const key = "sk-abcdefghijklmnop";
  assertEquals(vendorMessage("Quota\n exceeded", key), "Quota exceeded");
  assertEquals(vendorMessage(`Incorrect API key provided: ${key}`, key), "");
  assertEquals(
    vendorMessage("Incorrect API key provided: sk-ab***mnop", key),
    "Incorrect API key provided: sk-ab***mnop",
  );
  assertEquals(vendorMessage("Incorrect: …efghijkl…", key), "");
  assertEquals(vendorMessage("short", "short"), "");
});

Deno.test("vendorMessage() returns one line of at most 300 characters", () => {
  assertEquals(vendorMessage("x".repeat(300), null).length, 300);
  assertEquals(vendorMessage("x".repeat(301), null), `${"x".repeat(299)}…`);
});
