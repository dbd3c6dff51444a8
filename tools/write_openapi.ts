/** Writes the OpenAPI document of the whole app. Usage: write_openapi.ts [file] */
import { openApiDocument } from "./openapi_document.ts";

export const DOCUMENT_PATH = "docs/openapi.json";

/** Pretty, in the order of the routes. */
export function documentText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) {
  await Deno.writeTextFile(Deno.args[0] ?? DOCUMENT_PATH, documentText(await openApiDocument()));
}
