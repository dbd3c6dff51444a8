import { accessOf, type Admission } from "../../routes/pipeline/admission.ts";

export const PERMISSIONS_PATH = "console/generated/permissions.ts";

/** The permissions and places for the console, from the definitions of the routes. */
export function permissionsText(admissions: ReadonlyMap<string, Admission>): string {
  const lines = [...admissions];
  const permissions = lines.map(([line, route]) => [line, accessOf(route)]);
  const places = lines.flatMap(([line, { may }]) => typeof may === "string" ? [] : [[line, may.at]]);
  const [access, at] = [permissions, places].map((all) => JSON.stringify(Object.fromEntries(all), null, 2));
  return `/** Written by "deno task openapi" from the routes' definitions. */\n` +
    `export const PERMISSIONS = ${access} as const;\n\nexport const PLACES = ${at} as const;\n`;
}
