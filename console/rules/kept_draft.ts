import type { TemplateDraft } from "./draft.ts";

/** What is not saved yet outlives a reload and a way back, for as long as the tab. */
export interface KeptDrafts {
  /** Undefined: there is none, or not of this version. */
  read(key: string): KeptDraft | undefined;
  keep(key: string, draft: KeptDraft): void;
  drop(key: string): void;
}

export interface KeptDraft {
  /** Of the template that it changes; 0: a new one. */
  version: number;
  draft: TemplateDraft;
  /** Not typed here: the assistant proposed it. */
  from?: "assistant";
}

/** Under which name a draft of a new template is kept that was not begun in the editor. */
export function draftKey(name: string): string {
  return `new draft ${name}`;
}

const PREFIX = "andon draft 1 ";

export function keptDrafts(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): KeptDrafts {
  return {
    read(key) {
      const text = storage.getItem(PREFIX + key);
      return text === null ? undefined : draftIn(text);
    },
    keep(key, draft) {
      try {
        storage.setItem(PREFIX + key, JSON.stringify(draft));
      } catch {
        // A full storage keeps nothing; the page itself still asks before it is left.
      }
    },
    drop: (key) => storage.removeItem(PREFIX + key),
  };
}

/** Written by this console alone, under a key that names its form. */
function draftIn(text: string): KeptDraft | undefined {
  try {
    return JSON.parse(text) as KeptDraft;
  } catch {
    return undefined;
  }
}
