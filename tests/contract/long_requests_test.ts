import { assert, assertEquals } from "@std/assert";
import { createLimitFixture } from "./limit_fixture.ts";

/** Heads of requests about as long as the HTTP server takes them, and the status of each. */
const LONG: readonly [what: string, path: string, status: number][] = [
  ["a number of 60,000 digits", `/api/rule-events?limit=${"1".repeat(60_000)}`, 400],
  ["a parameter 8,000 times", `/api/rule-events?${"limit=1&".repeat(8_000)}`, 400],
  ["a time of 60,000 digits", `/api/streams/1/data?from=${"2".repeat(60_000)}`, 400],
  ["a filter of 20,000 zero bytes", `/api/rule-events?category=${"%00".repeat(20_000)}`, 400],
  ["an option of 60,000 letters", `/api/rule-events?severity=${"x".repeat(60_000)}`, 400],
  ["an id of 60,000 digits", `/api/rule-events/${"1".repeat(60_000)}`, 404],
  ["a name of 60,000 letters", `/api/plant-model/${"x".repeat(60_000)}`, 404],
  ["30,000 parts of a path", `/api/${"a/".repeat(30_000)}`, 404],
  ["bytes that are no UTF-8", "/api/rule-events?%E0%A4%A=1&limit=%FF", 400],
  ["names of an object's own", "/api/rule-events?__proto__=1&constructor=2&limit=1", 200],
];

Deno.test("a long path or query is refused in few words", async () => {
  await using app = await createLimitFixture();
  for (const [what, path, status] of LONG) {
    const answer = await app.call(`GET ${path}`, { as: "admin", undocumented: true });
    assertEquals(answer.status, status, `${what}: ${answer.text.slice(0, 200)}`);
    assert(answer.text.length < 1_000, `${what}: ${answer.text.length} bytes`);
  }
});

Deno.test("a body that repeats __proto__ changes no object but itself", async () => {
  await using app = await createLimitFixture();
  const body = '{"name":"P","__proto__":{"polluted":1},"__proto__":{"description":"x"}}';
  const answer = await app.call("POST /api/packages", { as: "admin", body });
  assertEquals([answer.status, answer.body.details.issues], [400, [
    { path: "__proto__", message: 'Unknown field "__proto__"' },
  ]]);
  assertEquals("polluted" in {}, false);
  const rule = '{"rule_id":"r","rule_name":"R","event_name":"E","enrichment":{"__proto__":{"a":[]}},' +
    '"conditions":[{"__proto__":{"any":[]}}]}';
  const template = `{"name":"T","category":"health","package_id":1,"rules":[${rule}]}`;
  const refused = await app.call("POST /api/templates", { as: "admin", body: template });
  assertEquals(refused.status, 400, refused.text);
});
