import { assert, assertEquals } from "@std/assert";
import { apiContract } from "../support/api_contract.ts";
import { BODIES } from "./limit_bodies.ts";
import { createLimitFixture, LONG_NODES } from "./limit_fixture.ts";
import { type Json, makePackage, pathsOf, templateBody, testApp } from "./support.ts";
import { withValue } from "../support/schema_limits.ts";

/** Texts that a person writes, by the name of their field: those of one line, and those of several. */
const LINES =
  /(^|\.)(name|instance_name|display_name|model_name|rule_id|rule_name|event_name|client_id|tenant_id|namespace_id)$/;
const TEXTS =
  /(^|\.)(description|event_description|note|reason|cause|consequence|action|system_instructions|base_instructions|message|test_message|enrichment\.a)$/;
/** Fields of these names refer to something that has a name already. */
const REFERENCES = ["POST /api/alarm-statistics/advice rule_id"];

const REFUSED = ["\u0000", "\u001b", "\u202e", "\u2066", "\ud800"];

interface Place {
  path: string[];
  value: unknown;
}

function* textsIn(value: unknown, path: string[] = []): Generator<Place> {
  if (typeof value === "string") yield { path, value };
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, [...path, name]);
}

const { operations } = await apiContract();

Deno.test("every name and text that a person writes refuses control characters by their code point", async () => {
  await using app = await createLimitFixture();
  const tried = new Set<string>();
  let n = 100;
  for (const { method, path } of operations) {
    const line = `${method} ${path}`;
    const url = path.replaceAll(/\{\w+\}/g, (name) => name === "{floc_id}" ? LONG_NODES[0] : "1");
    for (const [form, base] of (BODIES[line]?.(n++) ?? []).entries()) {
      for (const place of textsIn(base)) {
        const at = place.path.join(".");
        const isLine = LINES.test(at), isText = TEXTS.test(at);
        if ((!isLine && !isText) || REFERENCES.includes(`${line} ${at}`)) continue;
        tried.add(place.path.at(-1) ?? "");
        for (const character of isLine ? [...REFUSED, "\n", "\t"] : REFUSED) {
          const body = withValue(BODIES[line](n++)[form], place.path, `a${character}b`);
          const answer = await app.call(`${method} ${url}`, { as: "admin", body: JSON.stringify(body) });
          const codePoint = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
          const told = answer.body.details?.issues?.find((issue: Json) => issue.path === at);
          assert(
            answer.status === 400 && told?.message.includes(`Character 2 is U+${codePoint}; remove it`),
            `${line} ${at} U+${codePoint}: ${answer.text.slice(0, 300)}`,
          );
        }
      }
    }
  }
  assertEquals(
    [...tried].filter((name) => !LINES.test(name) && !TEXTS.test(name)),
    ["a"],
    "the value of an enrichment",
  );
  assert(tried.size >= 20, [...tried].join());
});

Deno.test("texts of several lines keep their tabs and line breaks", async () => {
  await using app = await testApp();
  const description = "First\n\tsecond\r\nthird";
  const body = { name: "P", description };
  assertEquals(
    (await app.call("POST /api/packages", { as: "engineer", body })).body.data.description,
    description,
  );
});

Deno.test("the key of an enrichment refuses control characters too", async () => {
  await using app = await testApp();
  const body = templateBody(await makePackage(app));
  const rules = [{ ...body.rules[0], enrichment: { "a\u001bb": "x" } }];
  const answer = await app.call("POST /api/templates", { as: "engineer", body: { ...body, rules } });
  assertEquals(answer.status, 400);
  assert(answer.body.error.includes("Character 2 is U+001B"), answer.body.error);
});

Deno.test("names of streams and constants are taken as they are", async () => {
  await using app = await testApp();
  const body = templateBody(await makePackage(app));
  const conditions = [{ stream: "Line\u200e1", operator: "equals", value: "a\u0002b" }];
  const rules = [{ ...body.rules[0], conditions }];
  const answer = await app.call("POST /api/templates", { as: "engineer", body: { ...body, rules } });
  assertEquals(answer.status, 201, answer.text);
});

Deno.test("a stored name with a control character is read, and a PUT that keeps it is taken", async () => {
  await using app = await testApp();
  const id = await makePackage(app), name = "Old\u001b[31m";
  const by = { name: "test", role: "admin" } as const;
  await app.storage.packages.update(id, { name }, by);
  const line = `/api/packages/${id}`, as = "engineer";
  const read = await app.call(`GET ${line}`, { as });
  assertEquals([read.status, read.body.data.name], [200, name]);
  const put = (body: Json) => app.call(`PUT ${line}`, { as, body });
  assertEquals((await put({ description: "New" })).body.data, { ...read.body.data, description: "New" });
  assertEquals((await put({ ...read.body.data, description: "Newer" })).body.data.description, "Newer");
  assertEquals(pathsOf(await put({ name: "Other\u001b" })), ["name"]);
  assertEquals((await put({ name: "Plain" })).body.data.name, "Plain");
});

Deno.test("a PUT that repeats stored rules with a control character is taken, and one that changes them is not", async () => {
  await using app = await testApp();
  const { rules, ...body } = templateBody(await makePackage(app)), as = "engineer";
  const { template } = (await app.call("POST /api/templates", { as, body: { ...body, rules } })).body;
  const old = template.rules.map((rule: Json) => ({ ...rule, rule_name: "Old\u001b" }));
  await app.storage.templates.update(template.id, { rules: old }, { name: "test", role: "admin" });
  const line = `/api/templates/${template.id}`;
  const read = (await app.call(`GET ${line}`, { as })).body.data;
  const put = (change: Json) => app.call(`PUT ${line}`, { as, body: { ...read, ...change } });
  const renamed = await put({ name: "New name" });
  assertEquals([renamed.status, renamed.body.data?.rules], [200, old], renamed.text);
  assertEquals(pathsOf(await put({ rules: [{ ...old[0], severity: "error" }] })), ["rules.0.rule_name"]);
});
