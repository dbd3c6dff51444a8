import type { Schemas } from "../../api/client.ts";
import { draftOf } from "../../rules/template_body.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { type Difference, templateDifference } from "../../rules/template_difference.ts";

export type PackageDocument = Schemas["PackageDocument"];
export type ImportItem = Schemas["ImportResult"]["items"][number];

/** A file as a document; throws an Error that says what is wrong with it. */
export function documentIn(text: string): PackageDocument {
  const given = parsed(text);
  const document = isObject(given) && isObject(given.data) ? given.data : given;
  if (!isObject(document) || document.format !== "andon-package") {
    throw new Error("This file is no package of Andon: its format is not “andon-package”");
  }
  return asDocument(document);
}

/** The server looks at it item by item; here it is shown only. */
function asDocument(given: unknown): PackageDocument {
  return given as PackageDocument;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This file is no JSON");
  }
}

/** What an import changes in a template, in words; undefined where only the server can tell. */
export function importDifference(
  item: ImportItem,
  { document, stored }: { document: PackageDocument; stored: PackageDocument | undefined },
): Difference[] | undefined {
  if (item.type !== "template" || item.changes.length === 0) return undefined;
  const before = stored?.templates.find(({ name }) => name === item.name);
  const after = document.templates.find(({ name }) => name === item.name);
  if (before === undefined || after === undefined) return undefined;
  return templateDifference(draftOf(before), wholeDraft({ before, after }));
}

/** What a document written by hand leaves out stands at its default, a switch as it is stored. */
function wholeDraft(
  { before, after }: Record<"before" | "after", PackageDocument["templates"][number]>,
): TemplateDraft {
  const { is_active, allow_instances } = before;
  return draftOf({
    ...{ description: "", color: "#5b646d", is_active, allow_instances },
    ...after,
    rules: (after.rules ?? []).map((rule) => ({ ...RULE_DEFAULTS, ...rule })),
    placeholders: (after.placeholders ?? []).map((one) => ({ ...PLACEHOLDER_DEFAULTS, ...one })),
  });
}

const RULE_DEFAULTS = {
  ...{ logic: "all" as const, event_description: "", severity: "warning" as const },
  ...{ on_delay_seconds: 0, off_delay_seconds: 0, enrichment: {} },
  ...{ cause: null, consequence: null, action: null },
};

const PLACEHOLDER_DEFAULTS = {
  ...{ description: "", is_required: true, default_value: null, max_age_seconds: null },
};

export const STATUS_WORDS: Readonly<Record<ImportItem["status"], string>> = {
  would_create: "new",
  would_update: "changes",
  unchanged: "the same",
  refused: "cannot be imported",
  created: "made",
  updated: "changed",
};

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === "object" && given !== null;
}
