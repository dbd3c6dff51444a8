/** Writes the API as types for the console, from the OpenAPI document, unless they are written already. */
import { createHash } from "node:crypto";
import { DOCUMENT_PATH } from "./write_openapi.ts";

/** Only the type check reads it, so it is not in git: the build of the console drops imports of types. */
export const TYPES_PATH = "console/generated/api.ts";
const MADE_OF = [DOCUMENT_PATH, "tests/deno.lock"];

/** Whether they had to be written. */
export async function writeApiTypes(root: URL): Promise<boolean> {
  const path = new URL(TYPES_PATH, root), first = firstLine(root);
  if (await isWritten(path, first)) return false;
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  await Deno.writeTextFile(path, first + astToString(await openapiTS(new URL(DOCUMENT_PATH, root))));
  return true;
}

function firstLine(root: URL): string {
  const hash = createHash("sha256");
  for (const path of MADE_OF) hash.update(Deno.readFileSync(new URL(path, root)));
  return `/** Written by "deno task types" from ${DOCUMENT_PATH}: ${hash.digest("hex")} */\n`;
}

async function isWritten(path: URL, first: string): Promise<boolean> {
  try {
    return (await Deno.readTextFile(path)).startsWith(first);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

if (import.meta.main) await writeApiTypes(new URL("..", import.meta.url));
