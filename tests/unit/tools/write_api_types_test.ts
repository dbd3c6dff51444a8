import { assert, assertEquals } from "@std/assert";
import { TYPES_PATH, writeApiTypes } from "../../../tools/write_api_types.ts";
import { DOCUMENT_PATH } from "../../../tools/write_openapi.ts";

const documentOf = (path: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Andon", version: "1" },
    paths: { [path]: { get: { responses: { 200: { description: "Done" } } } } },
  });

Deno.test("writeApiTypes() writes the types of the document, once, and again when it has changed", async () => {
  const folder = await Deno.makeTempDir(), root = new URL(`file://${folder}/`);
  const at = (path: string) => new URL(path, root);
  for (const name of ["docs", "tests", "console/generated"]) await Deno.mkdir(at(name), { recursive: true });
  await Deno.writeTextFile(at("tests/deno.lock"), "{}");
  for (const path of ["/api/one", "/api/another"]) {
    await Deno.writeTextFile(at(DOCUMENT_PATH), documentOf(path));
    assertEquals([await writeApiTypes(root), await writeApiTypes(root)], [true, false]);
    assert((await Deno.readTextFile(at(TYPES_PATH))).includes(`"${path}": {`));
  }
  await Deno.remove(folder, { recursive: true });
});
