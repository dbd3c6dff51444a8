import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { templateDifference } from "../../rules/template_difference.ts";
import { DifferenceList } from "./difference_list.tsx";
import type { TemplateReading } from "./template_reading.ts";

interface ConflictNoticeProps {
  form: FormHandle<TemplateDraft>;
  theirs: TemplateReading;
  /** Makes the saved version the base of this form. */
  acceptBase(): void;
}

/** Shown when another user has saved the template during editing. */
export function ConflictNotice({ form, theirs, acceptBase }: ConflictNoticeProps) {
  const differences = templateDifference(theirs.draft, form.values.value);
  return (
    <section class="rules-banner" aria-label="Conflicting changes">
      <p role="status">
        <strong>Another user saved version {theirs.template?.version}.</strong>{" "}
        Saving now replaces it. Differences between the saved version and yours:
      </p>
      <DifferenceList differences={differences} />
      <div class="buttons">
        <button type="button" onClick={acceptBase}>Keep my changes</button>
        <button
          type="button"
          onClick={() => {
            form.reset(theirs.draft);
            acceptBase();
          }}
        >
          Use saved version
        </button>
      </div>
    </section>
  );
}
