import { assert } from "@std/assert";
import { apiTypes, PERMISSIONS_PATH, permissionsText, TYPES_PATH } from "../../../../tools/console/types.ts";
import { DOCUMENT_PATH } from "../../../../tools/write_openapi.ts";

const ROOT = new URL("../../../../", import.meta.url);

async function written(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(path, ROOT));
}

Deno.test("the console's types are those of docs/openapi.json; deno task openapi writes them", async () => {
  const types = await apiTypes(new URL(DOCUMENT_PATH, ROOT));
  assert(await written(TYPES_PATH) === types, `${TYPES_PATH} is stale: deno task openapi`);
});

Deno.test("the console's permissions are those of the routes", async () => {
  assert(
    await written(PERMISSIONS_PATH) === permissionsText(),
    `${PERMISSIONS_PATH} is stale: deno task openapi`,
  );
});
