/** Writes the console's types and permissions, from the OpenAPI document and the routes. */
import { apiTypes, PERMISSIONS_PATH, permissionsText, TYPES_PATH } from "./console/types.ts";
import { DOCUMENT_PATH } from "./write_openapi.ts";

if (import.meta.main) {
  const root = new URL("..", import.meta.url);
  await Deno.mkdir(new URL("console/generated", root), { recursive: true });
  await Deno.writeTextFile(new URL(TYPES_PATH, root), await apiTypes(new URL(DOCUMENT_PATH, root)));
  await Deno.writeTextFile(new URL(PERMISSIONS_PATH, root), permissionsText());
}
