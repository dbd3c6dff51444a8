import styles from "../pages/docs.css" with { type: "text" };
import start from "../pages/docs.js" with { type: "text" };
import { etagOf } from "../pages/static_files.ts";

/** A file of `/docs`, loaded at its first request, because most processes never serve the page. */
export interface DocsFile {
  path: string;
  type: string;
  load(): Promise<LoadedFile>;
}

export interface LoadedFile {
  etag: string;
  /** As bytes: a text of 1.7 MB would be encoded again for each request, by people who are not signed in too. */
  body: Uint8Array<ArrayBuffer>;
  gzip: ArrayBuffer;
}

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** The files of Swagger UI's package and our own. */
export function docsFiles(): DocsFile[] {
  return [
    { path: "/docs/docs.js", type: SCRIPT, load: () => loaded(start) },
    { path: "/docs/docs.css", type: STYLE, load: () => loaded(styles) },
    { path: "/docs/swagger-ui.js", type: SCRIPT, load: async () => await loaded(await bundle()) },
    { path: "/docs/swagger-ui.css", type: STYLE, load: async () => await loaded(await bundleStyles()) },
  ];
}

async function bundle(): Promise<string> {
  return (await import("swagger-ui-dist/swagger-ui-bundle.js", { with: { type: "text" } })).default;
}

async function bundleStyles(): Promise<string> {
  return (await import("swagger-ui-dist/swagger-ui.css", { with: { type: "text" } })).default;
}

/** The weak tag identifies the content, compressed or not. */
async function loaded(text: string): Promise<LoadedFile> {
  const body = new TextEncoder().encode(text);
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return { etag: `W/${etagOf(text)}`, body, gzip: await new Response(packed).arrayBuffer() };
}
