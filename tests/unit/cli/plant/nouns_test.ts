import { assert, assertEquals } from "@std/assert";
import { KINDS, kindsOf } from "../../../../cli/plant/noun.ts";
import { NOT_IN_FILES, NOUNS } from "../../../../cli/plant/nouns.ts";
import document from "../../../../docs/openapi.json" with { type: "json" };

interface Operation {
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
}

const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>);

/** `contact-points` of `/api/contact-points/{id}/test`. */
const nounOf = (path: string) => path.split("/")[2] ?? "";

Deno.test("what the API writes is in files, or in the list of what is not, with a reason", () => {
  const written = new Set(
    paths.filter(([, operations]) => Object.keys(operations).some((method) => method !== "get"))
      .map(([path]) => nounOf(path)),
  );
  const inFiles = new Set(KINDS.map((kind) => nounOf(NOUNS[kind].path)));
  for (const noun of written) {
    const isTold = inFiles.has(noun) !== Object.hasOwn(NOT_IN_FILES, noun);
    assert(isTold, `"${noun}" belongs into cli/plant/nouns.ts: as a noun, or into NOT_IN_FILES`);
  }
  const unknown = Object.keys(NOT_IN_FILES).filter((noun) => !written.has(noun));
  assertEquals(unknown, [], "is not written by the API");
});

Deno.test("a file may have each field that the API takes", () => {
  for (const kind of KINDS) {
    const noun = NOUNS[kind], operations = document.paths as Record<string, Record<string, Operation>>;
    const { post, put } = operations[noun.path]!;
    const body = (noun.isSingle ? put : post)!.requestBody!.content["application/json"]!.schema.properties;
    const left = Object.keys(body!).filter((field) => !Object.hasOwn(noun.schema.shape, field));
    const known: Record<string, string[]> = {
      // The same bindings in another form.
      instances: ["placeholder_mappings"],
      // An option of apply.
      patterns: ["dry_run"],
      // Of who is signed in.
      assistant_types: ["admin_password"],
    };
    assertEquals(left, known[kind] ?? [], kind);
  }
});

Deno.test("every field with an id of another thing is a reference", () => {
  for (const kind of KINDS) {
    const { schema, references } = NOUNS[kind];
    const ids = idsIn(schemaOf(kind), "").filter((path) => path !== "floc_id");
    const told = references.map(({ at }) => at);
    assertEquals(ids.filter((path) => !told.includes(path)), [], kind);
    assert(Object.keys(schema.shape).length > 0);
    for (const reference of references) {
      assert(
        kindsOf(reference).every((named) => named === kind || KINDS.indexOf(named) < KINDS.indexOf(kind)),
      );
    }
  }
});

function schemaOf(kind: (typeof KINDS)[number]): unknown {
  const { path, isSingle } = NOUNS[kind];
  const operation =
    (document.paths as Record<string, Record<string, Operation>>)[path]![isSingle ? "put" : "post"]!;
  return operation.requestBody!.content["application/json"]!.schema;
}

/** The paths of integers that are called id, and of texts with a functional location. */
function idsIn(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties, items, anyOf, oneOf } = schema as Record<string, unknown>;
  const name = path.split(".").findLast((part) => part !== "*") ?? "";
  const own = /(^|_)(id|ids|floc_id)$/.test(name) && !/^(client|tenant|namespace|stream|rule)_id$/.test(name);
  const isLeaf = properties === undefined && items === undefined;
  const below = [
    ...Object.entries(properties as Record<string, unknown> ?? {})
      .flatMap(([field, inner]) => idsIn(inner, path === "" ? field : `${path}.${field}`)),
    ...idsIn(items, `${path}.*`),
    ...[anyOf, oneOf].flatMap((branches) => Array.isArray(branches) ? branches : [])
      .flatMap((branch) => idsIn(branch, path)),
  ];
  return [...new Set(own && isLeaf ? [path, ...below] : below)];
}
