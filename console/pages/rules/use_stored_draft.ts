import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { draftStorage, type StoredDraft } from "../../rules/draft_storage.ts";

export interface DraftHandle {
  /** The form was filled from the stored draft. */
  readonly isRestored: ReadonlySignal<boolean>;
  /** The author of the draft. */
  readonly from: ReadonlySignal<StoredDraft["from"]>;
  drop(): void;
  /** Stores a draft that was dropped. */
  keep(draft: TemplateDraft): void;
}

const PAUSE_MS = 400;

/** Stores unsaved changes in the tab's session storage and restores them when the page is opened again. */
export function useStoredDraft(
  form: FormHandle<TemplateDraft>,
  { storageKey, version }: { storageKey: string; version: number },
): DraftHandle {
  const isRestored = useSignal(false);
  const from = useSignal<StoredDraft["from"]>(undefined);
  const stored = useRef(draftStorage(sessionStorage));
  useEffect(() => {
    const found = stored.current.read(storageKey);
    if (found === undefined || found.version !== version) return;
    for (const [name, value] of Object.entries(found.draft)) form.set(name, value);
    from.value = found.from;
    isRestored.value = form.isDirty.value;
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      const draft = form.values.peek();
      if (form.isDirty.peek()) stored.current.keep(storageKey, { version, draft, from: from.peek() });
      else stored.current.drop(storageKey);
    };
    const stop = form.values.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [version]);
  return {
    isRestored,
    from,
    drop: () => stored.current.drop(storageKey),
    keep: (draft) => stored.current.keep(storageKey, { version, draft, from: from.peek() }),
  };
}
