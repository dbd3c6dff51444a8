import openapiTS, { astToString } from "openapi-typescript";
import { PERMISSIONS } from "../../routes/permissions.ts";

export const TYPES_PATH = "console/generated/api.ts";
export const PERMISSIONS_PATH = "console/generated/permissions.ts";

/** The API as types, from the OpenAPI document. */
export async function apiTypes(document: URL): Promise<string> {
  return `/** Written by "deno task openapi". */\n${astToString(await openapiTS(document))}`;
}

/** The permissions for the console, from the routes' own table. */
export function permissionsText(): string {
  const table = JSON.stringify(PERMISSIONS, null, 2);
  return `/** Written by "deno task openapi" from the table of routes/permissions.ts. */\n` +
    `export const PERMISSIONS = ${table} as const;\n`;
}
