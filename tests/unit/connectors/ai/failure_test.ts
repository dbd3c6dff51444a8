import { assertEquals } from "@std/assert";
import { vendorWords } from "../../../../connectors/ai/failure.ts";

Deno.test("vendorWords() says nothing that repeats eight characters of the key", () => {
  const key = "sk-abcdefghijklmnop";
  assertEquals(vendorWords("Quota\n exceeded", key), "Quota exceeded");
  assertEquals(vendorWords(`Incorrect API key provided: ${key}`, key), "");
  assertEquals(
    vendorWords("Incorrect API key provided: sk-ab***mnop", key),
    "Incorrect API key provided: sk-ab***mnop",
  );
  assertEquals(vendorWords("Incorrect: …efghijkl…", key), "");
  assertEquals(vendorWords("short", "short"), "");
});

Deno.test("vendorWords() is one line of 300 characters at most", () => {
  assertEquals(vendorWords("x".repeat(300), null).length, 300);
  assertEquals(vendorWords("x".repeat(301), null), `${"x".repeat(299)}…`);
});
