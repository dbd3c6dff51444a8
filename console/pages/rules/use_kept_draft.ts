import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { type KeptDraft, keptDrafts } from "../../rules/kept_draft.ts";

export interface KeptForm {
  /** The form was filled from the stored draft. */
  readonly isRestored: ReadonlySignal<boolean>;
  /** The author of the draft. */
  readonly from: ReadonlySignal<KeptDraft["from"]>;
  drop(): void;
}

const PAUSE_MS = 400;

/** Stores unsaved changes in the tab's session storage and restores them when the page is opened again. */
export function useKeptDraft(
  form: FormHandle<TemplateDraft>,
  { storageKey, version }: { storageKey: string; version: number },
): KeptForm {
  const isRestored = useSignal(false);
  const from = useSignal<KeptDraft["from"]>(undefined);
  const kept = useRef(keptDrafts(sessionStorage));
  useEffect(() => {
    const found = kept.current.read(storageKey);
    if (found === undefined || found.version !== version) return;
    for (const [name, value] of Object.entries(found.draft)) form.set(name, value);
    from.value = found.from;
    isRestored.value = form.isDirty.value;
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      const draft = form.values.peek();
      if (form.isDirty.peek()) kept.current.keep(storageKey, { version, draft, from: from.peek() });
      else kept.current.drop(storageKey);
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
  return { isRestored, from, drop: () => kept.current.drop(storageKey) };
}
