import { anyCharacter, fc } from "./fast_check.ts";
import type { ApiContract, DocumentedOperation } from "./api_contract.ts";
import { anything, SchemaArbitraries } from "./schema_arbitrary.ts";

/** A request as it goes out. */
export interface DrawnRequest {
  method: string;
  /** With its query. */
  path: string;
  body?: string;
}

// deno-lint-ignore no-explicit-any -- as the document has it
type Parameter = any;

const made = new Map<string, fc.Arbitrary<DrawnRequest>>();

/** Requests to one operation: most as the document wants them, some not. Made once: that takes longer than drawing. */
export function requestsTo(
  contract: ApiContract,
  operation: DocumentedOperation,
): fc.Arbitrary<DrawnRequest> {
  const line = `${operation.method} ${operation.path}`;
  const requests = made.get(line) ?? madeFor(contract, operation);
  made.set(line, requests);
  return requests;
}

function madeFor(
  { document }: ApiContract,
  { method, path }: DocumentedOperation,
): fc.Arbitrary<DrawnRequest> {
  const arbitraries = new SchemaArbitraries(document);
  const { parameters = [], requestBody } = document.paths[path][method.toLowerCase()];
  const { schema, example } = requestBody?.content["application/json"] ?? {};
  return fc.record({
    path: pathOf(path),
    query: queryOf(parameters.filter((one: Parameter) => one.in === "query"), arbitraries),
    body: schema === undefined ? fc.constant(undefined) : bodyOf(arbitraries.nearly(schema, example)),
  }).map(({ path, query, body }) => ({ method, path: `${path}${query}`, body }));
}

/** Ids that are there, that are not, and what is no id. */
function pathOf(path: string): fc.Arbitrary<string> {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
    { weight: 2, arbitrary: fc.constantFrom("WORKS", "NORTH") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "0",
        "-1",
        "1.5",
        "9007199254740993",
        "abc",
        "%00",
        "%FF",
        "%2F",
        "%20",
        "x".repeat(3_000),
      ),
    },
    { weight: 1, arbitrary: fc.string({ minLength: 1, unit: anyCharacter }).map(encodedPart) },
  );
  return fc.array(part, { minLength: 2, maxLength: 2 }).map((parts) => {
    let next = 0;
    return path.replaceAll(/\{\w+\}/g, () => parts[next++]);
  });
}

/** No dots alone: they would lead to another path before they are sent. */
function encodedPart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(".", "%2E%2E%2E");
}

function queryOf(parameters: Parameter[], arbitraries: SchemaArbitraries): fc.Arbitrary<string> {
  const value = ({ schema }: Parameter) =>
    fc.oneof(
      { weight: 6, arbitrary: arbitraries.fitting(schema) },
      { weight: 1, arbitrary: anything() },
    );
  const named = Object.fromEntries(parameters.map((one) => [one.name, value(one)]));
  const drawn = fc.record(named, { requiredKeys: [] });
  return fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 4, arbitrary: drawn }).map((query) => {
    const search = new URLSearchParams(
      Object.entries(query).map((
        [name, given],
      ) => [name, (typeof given === "string" ? given : `${JSON.stringify(given)}`).toWellFormed()]),
    );
    return search.size === 0 ? "" : `?${search}`;
  });
}

function bodyOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 20, arbitrary: value.map((some) => JSON.stringify(some)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, "", "{", "[]", '{"a":1,"a":2}', "\u0000", '"\\ud800"'),
    },
  );
}
