/** Writes the console's permissions and icons, from the routes and Lucide. */
import { ICONS_PATH, iconsText } from "./console/icons.ts";
import { PERMISSIONS_PATH, permissionsText } from "./console/permissions.ts";
import { apiAdmissions } from "./openapi_document.ts";

if (import.meta.main) {
  const root = new URL("..", import.meta.url);
  await Deno.writeTextFile(new URL(PERMISSIONS_PATH, root), permissionsText(await apiAdmissions()));
  await Deno.writeTextFile(new URL(ICONS_PATH, root), iconsText(root.pathname));
}
