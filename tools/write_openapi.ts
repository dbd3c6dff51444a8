/** Writes the OpenAPI document of the whole app. Usage: write_openapi.ts [file] */
export const DOCUMENT_PATH = "docs/openapi.json";

/** Pretty, in the order of the routes. */
export function documentText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) {
  const { openApiDocument } = await import("./openapi_document.ts");
  await Deno.writeTextFile(Deno.args[0] ?? DOCUMENT_PATH, documentText(await openApiDocument()));
}
