import { assert, assertEquals } from "@std/assert";
import { Validator } from "@seriousme/openapi-schema-validator";
import { openApiDocument } from "../../tools/openapi_document.ts";
import { documentText } from "../../tools/write_openapi.ts";
import { PERMISSIONS } from "../support/api_admissions.ts";
import { ApiContract, apiContract } from "../support/api_contract.ts";
import type { Json } from "./support.ts";

const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);

interface Operation {
  line: string;
  at: string;
  // deno-lint-ignore no-explicit-any -- as the document has it
  spec: any;
}

function operationsOf(document: Json): Operation[] {
  return Object.keys(document.paths).flatMap((path) =>
    Object.keys(document.paths[path]).map((method) => ({
      line: `${method.toUpperCase()} ${path}`,
      at: `/paths/${encodeURIComponent(path.replaceAll("/", "~1"))}/${method}`,
      spec: document.paths[path][method],
    }))
  );
}

Deno.test("docs/openapi.json is what deno task openapi writes", async () => {
  const written = await Deno.readTextFile(DOCUMENT);
  assert(written === documentText(await openApiDocument()), "docs/openapi.json is stale: deno task openapi");
});

Deno.test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...(await apiContract()).document });
  assertEquals([validator.version, valid, errors], ["3.1", true, undefined]);
});

Deno.test("the validator finds violations of OpenAPI", async () => {
  const document: Json = structuredClone((await apiContract()).document);
  document.paths["/api/users/{id}"].get.parameters[0].required = false;
  assertEquals((await new Validator().validate(document)).valid, false);
});

Deno.test("every route under /api, of health and of metrics is in the document, and the reverse", async () => {
  const table = Object.keys(PERMISSIONS).map((line) => line.replace(/:(\w+)/g, "{$1}"));
  const documented = operationsOf((await apiContract()).document).map(({ line }) => line);
  assertEquals(
    documented.sort(),
    [...table, "GET /healthz", "GET /readyz", "GET /leaderz", "GET /metrics"].sort(),
  );
});

Deno.test("every operation has a unique id, a described tag, a summary and its requirements", async () => {
  const { document } = await apiContract();
  const operations = operationsOf(document);
  const ids = operations.map(({ spec }) => spec.operationId);
  assertEquals(ids.filter((id, at) => !/^[a-z][A-Za-z]+$/.test(id ?? "") || ids.indexOf(id) !== at), []);
  const tags = document.tags.map(({ name }: { name: string }) => name);
  for (const { line, spec } of operations) {
    assert(spec.tags.length === 1 && tags.includes(spec.tags[0]), line);
    assert(spec.summary !== "" && /Needs (no sign-in|the role)/.test(spec.description), line);
  }
  assertEquals(tags.filter((tag: string) => !operations.some(({ spec }) => spec.tags[0] === tag)), []);
});

Deno.test("every example of a body and of an answer fits its schema", async () => {
  const contract = await apiContract();
  for (const { line, at, spec } of operationsOf(contract.document)) {
    const body = spec.requestBody?.content["application/json"];
    if (body !== undefined) {
      assert(body.example !== undefined, `${line} has no example of its body`);
      const pointer = `${at}/requestBody/content/application~1json/schema`;
      assertEquals([line, contract.misfit(body.example, pointer)], [line, undefined]);
    }
    for (const [status, answer] of Object.entries<Json>(spec.responses)) {
      const content = answer.content?.["application/json"];
      if (content === undefined) continue;
      assert(content.example !== undefined, `${line} has no example of ${status}`);
      const pointer = `${at}/responses/${status}/content/application~1json/schema`;
      assertEquals([line, status, contract.misfit(content.example, pointer)], [line, status, undefined]);
    }
  }
});

Deno.test("every failure has an example of each of its codes, and its code is one of a list", async () => {
  const contract = await apiContract();
  const { responses, schemas } = contract.document.components;
  for (const [name, answer] of Object.entries<Json>(responses)) {
    if (name.endsWith("Text")) {
      assertEquals([name, typeof answer.content["text/plain"].example], [name, "string"]);
      continue;
    }
    const { schema, examples } = answer.content["application/json"];
    const pointer = schema.$ref.slice(1);
    const codes = schemas[pointer.split("/").at(-1)].properties.details.properties.error_code.enum;
    assertEquals([name, Object.keys(examples)], [name, codes]);
    for (const code of codes) {
      assertEquals([name, contract.misfit(examples[code].value, pointer)], [name, undefined]);
    }
  }
});

Deno.test("every answer but the opening of a socket says its media type", async () => {
  const { document } = await apiContract();
  const types = operationsOf(document).flatMap(({ line, spec }) =>
    Object.entries<Json>(spec.responses).map(([status, answer]) => {
      const { content = {} } = answer.$ref === undefined
        ? answer
        : document.components.responses[answer.$ref.split("/").at(-1)];
      return `${line} ${status} ${Object.keys(content).join()}`;
    })
  );
  const json = (line: string) => / application\/json$/.test(line);
  assertEquals(types.filter((line) => !json(line)), [
    "POST /api/templates/{id}/backtest 200 application/json,text/event-stream",
    "POST /api/backtests 200 application/json,text/event-stream",
    "POST /api/instances/{id}/backfill 200 application/json,text/event-stream",
    "POST /api/alarm-statistics/advice 200 application/json,text/event-stream",
    "POST /api/ai-providers/{provider_id}/conversation 200 application/json,text/event-stream",
    "GET /files/rosters/{file} 200 text/calendar",
    "GET /files/audit-log.jsonl 200 application/x-ndjson",
    "GET /api/ws 101 ",
    ...["200", "401", "403", "500"].map((status) => `GET /metrics ${status} text/plain`),
  ]);
});

Deno.test("signing in and out and pairing set the cookies that the document describes", async () => {
  const { document } = await apiContract();
  const withCookie = operationsOf(document).filter(({ spec }) =>
    Object.values<Json>(spec.responses).some((answer) => "Set-Cookie" in (answer.headers ?? {}))
  );
  assertEquals(withCookie.map(({ line }) => line), [
    ...["POST /api/auth/login", "POST /api/auth/logout", "POST /api/auth/password"],
    ...["POST /api/auth/login/code", "POST /api/auth/login/passkey"],
    ...["GET /api/screens/pairing", "POST /api/screens/pairing"],
  ]);
});

/** Every object schema of the document, with its place in it. */
function* objects(value: Json, at: string): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  if (value.type === "object") yield [at, value];
  for (const [key, inner] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") yield* objects(inner, `${at}/${key}`);
  }
}

/** What may hold anything, by its nature. */
const OPEN = /AuditEntry\/properties\/(before|after)|openapi\.json/;

Deno.test("no object of the document accepts unknown fields", async () => {
  const { document } = await apiContract();
  const loose = [...objects({ paths: document.paths, schemas: document.components.schemas }, "")]
    .filter(([at, schema]) => schema.additionalProperties === undefined && !OPEN.test(at)).map(([at]) => at);
  assertEquals(loose, []);
});

/** Lists of an import are bounded by the body's 32 MiB alone: a package holds as many instances as it has. */
const BY_BODY = /import \.document\.(templates|instances)$/;

Deno.test("every text of a body, and every list of one, has its limit", async () => {
  const { document } = await apiContract();
  const unlimited = operationsOf(document).flatMap(({ line, spec }) =>
    [...limitless(spec.requestBody?.content["application/json"].schema, document)].map((at) =>
      `${line} ${at}`
    )
  );
  assertEquals(unlimited.filter((at) => !BY_BODY.test(at)), []);
});

function* limitless(schema: Json, document: Json, at = "", seen = new Set<string>()): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return;
    seen.add(schema.$ref);
    yield* limitless(document.components.schemas[schema.$ref.split("/").at(-1)], document, schema.$ref, seen);
    return;
  }
  const types = [schema.type].flat();
  const isText = types.includes("string") && schema.enum === undefined && schema.format === undefined;
  const bounded = schema.maxLength !== undefined ||
    /\{([01],\d+|6)\}[)>]*\$$/.test(schema.pattern ?? "") ||
    /^\^[^*+{]*\$$/.test(schema.pattern ?? "");
  if (isText && !bounded) yield at;
  if (types.includes("array") && schema.maxItems === undefined) yield at;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* limitless(inner, document, `${at}.${name}`, seen);
  }
  for (const inner of [schema.items, ...(schema.anyOf ?? []), schema.additionalProperties]) {
    yield* limitless(inner, document, `${at}[]`, seen);
  }
}

Deno.test("the strict client refuses requests that are not in the document", async () => {
  const contract = new ApiContract((await apiContract()).document);
  const headers = new Headers({
    "content-type": "application/json",
    "x-request-id": "1",
    "x-api-version": "beta",
  });
  const good = { method: "GET", path: "/healthz", status: 200, headers, text: healthy() };
  assertEquals(contract.problem(good), undefined);
  const cases: [Partial<typeof good>, RegExp][] = [
    [{ path: "/api/nothing" }, /no such operation/],
    [{ method: "PATCH" }, /no such operation/],
    [{ status: 204 }, /only 200, 403, 500/],
    [{ text: healthy({ more: 1 }) }, /additional/],
    [{ text: '{"success":true}' }, /required/],
    [
      { headers: new Headers({ "content-type": "application/json", "x-api-version": "beta" }) },
      /X-Request-Id/,
    ],
    [{ headers: new Headers({ ...Object.fromEntries(headers), "x-api-version": "1" }) }, /X-Api-Version/],
    [
      { headers: new Headers({ ...Object.fromEntries(headers), "content-type": "text/html" }) },
      /content type/,
    ],
  ];
  for (const [change, reason] of cases) {
    const problem = contract.problem({ ...good, ...change });
    assert(problem !== undefined && reason.test(problem), `${problem} is not ${reason}`);
  }
});

function healthy(more: object = {}): string {
  return JSON.stringify({ success: true, data: { status: "ok" }, ...more });
}
