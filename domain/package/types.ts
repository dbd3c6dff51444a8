import type { ImportItem } from "./schema.ts";

export type { ImportItem, InstanceDocument, PackageDocument } from "./schema.ts";

export type ImportStatus = ImportItem["status"];
