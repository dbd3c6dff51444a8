import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { type KeptDraft, keptDrafts } from "../../rules/kept_draft.ts";

export interface KeptForm {
  /** What stands in the form was kept from before. */
  readonly isRestored: ReadonlySignal<boolean>;
  /** Who wrote it. */
  readonly from: ReadonlySignal<KeptDraft["from"]>;
  drop(): void;
}

const PAUSE_MS = 400;

/** Keeps what is typed and not saved for as long as the tab, and puts it back when the page is opened again. */
export function useKeptDraft(
  form: FormHandle<TemplateDraft>,
  { keptAs, version }: { keptAs: string; version: number },
): KeptForm {
  const isRestored = useSignal(false);
  const from = useSignal<KeptDraft["from"]>(undefined);
  const kept = useRef(keptDrafts(sessionStorage));
  useEffect(() => {
    const found = kept.current.read(keptAs);
    if (found === undefined || found.version !== version) return;
    for (const [name, value] of Object.entries(found.draft)) form.set(name, value);
    from.value = found.from;
    isRestored.value = form.isDirty.value;
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      const draft = form.values.peek();
      if (form.isDirty.peek()) kept.current.keep(keptAs, { version, draft, from: from.peek() });
      else kept.current.drop(keptAs);
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
  return { isRestored, from, drop: () => kept.current.drop(keptAs) };
}
