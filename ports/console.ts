/** A file of the built console. */
export interface ConsoleFile {
  type: string;
  /** A weak tag: it identifies the content, compressed or not. */
  etag: string;
  body: Uint8Array<ArrayBuffer>;
  /** Null: not compressed at the build. */
  brotli: Uint8Array<ArrayBuffer> | null;
  /** Compressed when it is first read. Null if compression gains nothing. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

/** The built console: the paths of its pages, and its files by path. A file's name contains its content hash. */
export interface ConsoleBuild {
  /** As patterns: `/events/:id`. */
  pages: readonly string[];
  script: string;
  styles: string;
  /** Pages without the later styles in their documents; their script loads them after the first data. */
  firstPages: readonly string[];
  laterStyles: string;
  font: string;
  /** Further scripts of each page, of the sign-in page and of `/screen`, by pattern. */
  pageScripts: ReadonlyMap<string, readonly string[]>;
  files: ReadonlyMap<string, ConsoleFile>;
}
