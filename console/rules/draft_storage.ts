import type { TemplateDraft } from "./draft.ts";

/** Unsaved drafts, kept in the tab's session storage across reloads and navigation. */
export interface DraftStorage {
  /** Undefined if there is none. */
  read(key: string): StoredDraft | undefined;
  keep(key: string, draft: StoredDraft): void;
  drop(key: string): void;
}

export interface StoredDraft {
  /** The version of the edited template; 0 for a new one. */
  version: number;
  draft: TemplateDraft;
  /** The author, if it was not typed by the user. */
  from?: "assistant";
}

/** The storage key of a new template's draft that was created outside the editor. */
export function draftKey(name: string): string {
  return `new draft ${name}`;
}

const PREFIX = "andon draft 1 ";

export function draftStorage(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): DraftStorage {
  return {
    read(key) {
      const text = storage.getItem(PREFIX + key);
      return text === null ? undefined : draftIn(text);
    },
    keep(key, draft) {
      try {
        storage.setItem(PREFIX + key, JSON.stringify(draft));
      } catch {
        // With full storage the draft is lost on reload; leaving the page still asks.
      }
    },
    drop: (key) => storage.removeItem(PREFIX + key),
  };
}

/** Only this console writes it, under a key with a format version. An older one knew no `until`. */
function draftIn(text: string): StoredDraft | undefined {
  try {
    const { draft, ...stored } = JSON.parse(text) as StoredDraft;
    return {
      ...stored,
      draft: { ...draft, rules: draft.rules.map((rule) => ({ ...rule, until: rule.until ?? null })) },
    };
  } catch {
    return undefined;
  }
}
