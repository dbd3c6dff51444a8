import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import type { DraftHandle } from "./use_stored_draft.ts";

export function noteOf({ isRestored, from }: DraftHandle): string | null {
  if (!isRestored.value) return null;
  return from.value === "assistant"
    ? "Draft by the assistant, not saved yet."
    : "Your unsaved changes were restored.";
}

/** Explains why the form differs from the stored template. */
export function DraftNote(
  { text, isDirty, discard }: { text: string | null; isDirty: boolean; discard(): void },
) {
  if (text === null) return null;
  return (
    <p class="rules-note" role="status">
      {text}
      {isDirty && <button type="button" class="link" onClick={discard}>Discard changes</button>}
    </p>
  );
}

interface SaveStateProps {
  form: FormHandle<TemplateDraft>;
  discard(): void;
  isNew: boolean;
}

/** Whether the form is saved, and how to discard what is not. */
export function SaveState({ form, discard, isNew }: SaveStateProps) {
  if (!form.isDirty.value) {
    return <span class="muted rules-state">{isNew ? "Not saved yet" : "All changes saved"}</span>;
  }
  return (
    <>
      <strong class="rules-state">Unsaved changes</strong>
      <button type="button" onClick={discard}>Discard</button>
    </>
  );
}
