import type { IMPORT_ERRORS, IMPORT_STATUSES } from "./schema.ts";

export type { InstanceDocument, PackageDocument } from "./schema.ts";

export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export type ImportError = (typeof IMPORT_ERRORS)[number];

/** The result for one item of a document. `changes` are the dotted paths that differ from the stored item. */
export interface ImportItem {
  type: "package" | "template" | "instance";
  name: string;
  /** The name of an instance's template. */
  template?: string;
  status: ImportStatus;
  changes: string[];
  problems: { path: string; message: string }[];
  error_code?: ImportError;
}
