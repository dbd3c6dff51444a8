import { assert } from "@std/assert";
import { PERMISSIONS_PATH, permissionsText } from "../../../../tools/console/permissions.ts";
import { apiAdmissions } from "../../../../tools/openapi_document.ts";

Deno.test("the console's permissions are those of the routes", async () => {
  const written = await Deno.readTextFile(new URL(`../../../../${PERMISSIONS_PATH}`, import.meta.url));
  assert(
    written === permissionsText(await apiAdmissions()),
    `${PERMISSIONS_PATH} is stale: deno task openapi`,
  );
});
