import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { templateDifference } from "../../rules/template_difference.ts";
import { DifferenceList } from "./difference_list.tsx";
import type { TemplateReading } from "./template_reading.ts";

interface NoticeProps {
  form: FormHandle<TemplateDraft>;
  theirs: TemplateReading;
  /** Their version counts from now on, as what was read. */
  takeTheirs(): void;
}

/** Somebody saved the template while it was being changed here. */
export function MeanwhileNotice({ form, theirs, takeTheirs }: NoticeProps) {
  const differences = templateDifference(theirs.draft, form.values.value);
  return (
    <section class="rules-banner" aria-label="Saved meanwhile">
      <p role="status">
        <strong>Somebody saved version {theirs.template?.version} meanwhile.</strong>{" "}
        Saving now replaces it. From theirs to yours:
      </p>
      <DifferenceList differences={differences} />
      <div class="buttons">
        <button type="button" onClick={takeTheirs}>Keep mine</button>
        <button
          type="button"
          onClick={() => {
            form.reset(theirs.draft);
            takeTheirs();
          }}
        >
          Take theirs
        </button>
      </div>
    </section>
  );
}
