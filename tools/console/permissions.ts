import { PERMISSIONS, PLACES } from "../../routes/permissions.ts";

export const PERMISSIONS_PATH = "console/generated/permissions.ts";

/** The permissions and places for the console, from the routes' own tables. */
export function permissionsText(): string {
  const [permissions, places] = [PERMISSIONS, PLACES].map((table) => JSON.stringify(table, null, 2));
  return `/** Written by "deno task openapi" from the tables of routes/permissions.ts. */\n` +
    `export const PERMISSIONS = ${permissions} as const;\n\nexport const PLACES = ${places} as const;\n`;
}
