import type { Schemas } from "../../api/client.ts";
import { draftOf, withDefaults } from "../../rules/template_body.ts";
import { type Difference, templateDifference } from "../../rules/template_difference.ts";

export type PackageDocument = Schemas["PackageDocument"];
export type ImportItem = Schemas["ImportResult"]["items"][number];

/** Parses a file; throws an Error with the reason if it is not a package. */
export function documentIn(text: string): PackageDocument {
  const value = parsed(text);
  const document = isObject(value) && isObject(value.data) ? value.data : value;
  if (!isObject(document) || document.format !== "andon-package") {
    throw new Error("This file is not an Andon package: its format is not “andon-package”");
  }
  return asDocument(document);
}

/** The server validates every item; here the document is only displayed. */
function asDocument(value: unknown): PackageDocument {
  return value as PackageDocument;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This file is not valid JSON");
  }
}

/** The changes of an import to a template as text; undefined if only the server knows them. */
export function importDifference(
  item: ImportItem,
  { document, stored }: { document: PackageDocument; stored: PackageDocument | undefined },
): Difference[] | undefined {
  if (item.type !== "template" || item.changes.length === 0) return undefined;
  const before = stored?.templates.find(({ name }) => name === item.name);
  const after = document.templates.find(({ name }) => name === item.name);
  if (before === undefined || after === undefined) return undefined;
  const { is_active, allow_instances } = before;
  const unchanged = { is_active, allow_instances };
  return templateDifference(draftOf(before), draftOf({ ...unchanged, ...withDefaults(after) }));
}

export const STATUS_TEXTS: Readonly<Record<ImportItem["status"], string>> = {
  would_create: "new",
  would_update: "changed",
  unchanged: "unchanged",
  refused: "cannot be imported",
  created: "created",
  updated: "updated",
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
