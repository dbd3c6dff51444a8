/** Writes the console's types, permissions and icons, from the OpenAPI document, the routes and Lucide. */
import { ICONS_PATH, iconsText } from "./console/icons.ts";
import { apiTypes, PERMISSIONS_PATH, permissionsText, TYPES_PATH } from "./console/types.ts";
import { DOCUMENT_PATH } from "./write_openapi.ts";

if (import.meta.main) {
  const root = new URL("..", import.meta.url);
  await Deno.mkdir(new URL("console/generated", root), { recursive: true });
  await Deno.writeTextFile(new URL(TYPES_PATH, root), await apiTypes(new URL(DOCUMENT_PATH, root)));
  await Deno.writeTextFile(new URL(PERMISSIONS_PATH, root), permissionsText());
  await Deno.writeTextFile(new URL(ICONS_PATH, root), iconsText(root.pathname));
}
