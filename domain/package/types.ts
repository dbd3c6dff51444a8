import type { IMPORT_ERRORS, IMPORT_STATUSES } from "./schema.ts";

export type { InstanceDocument, PackageDocument } from "./schema.ts";

export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export type ImportError = (typeof IMPORT_ERRORS)[number];

/** What became of one thing of a document. `changes` are the dotted paths that differ from what is stored. */
export interface ImportItem {
  type: "package" | "template" | "instance";
  name: string;
  /** An instance's template, by name. */
  template?: string;
  status: ImportStatus;
  changes: string[];
  problems: { path: string; message: string }[];
  error_code?: ImportError;
}
