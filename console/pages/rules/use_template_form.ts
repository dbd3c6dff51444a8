import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { problemOf } from "../../api/problem.ts";
import { type FormHandle, useForm } from "../../parts/form/use_form.ts";
import { blankIssues } from "../../rules/draft_checks.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { keptBindings } from "../../rules/kept_bindings.ts";
import { draftOf } from "../../rules/template_body.ts";
import { useConsole } from "../../shell/console.ts";
import type { Template, TemplateReading } from "./template_reading.ts";
import { writeTemplate } from "./template_writing.ts";
import { type KeptForm, useKeptDraft } from "./use_kept_draft.ts";

export interface TemplateForm {
  form: FormHandle<TemplateDraft>;
  /** What is stored, as far as this form knows; absent for a new one. */
  base: Signal<Template | undefined>;
  /** Deployed instances stood against what was to be saved. */
  inUse: Signal<boolean>;
  kept: KeptForm;
  /** It is stored: what came back stands in the form, unless somebody typed on meanwhile. */
  taken(template: Template, sent: TemplateDraft): void;
  /** Shows it again as it is stored. */
  discard(): void;
}

interface Given {
  read: TemplateReading;
  keptAs: string;
  reload(): void;
}

/** The form of a template: stores it, follows what others store, keeps what is not stored yet. */
export function useTemplateForm({ read, keptAs, reload }: Given): TemplateForm {
  const { api, toasts } = useConsole();
  const { route } = useLocation();
  const base = useSignal<Template | undefined>(read.template);
  const inUse = useSignal(false);
  const id = read.template?.id;
  const form = useForm<TemplateDraft>({
    initial: read.draft,
    check: blankIssues,
    async send(draft) {
      try {
        taken(await writeTemplate(api, { id, draft }), draft);
      } catch (error) {
        inUse.value = problemOf(error).code === "TEMPLATE_IN_USE";
        throw error;
      }
    },
  });
  const kept = useKeptDraft(form, { keptAs, version: base.value?.version ?? 0 });

  function taken(template: Template, sent: TemplateDraft): void {
    base.value = template;
    inUse.value = false;
    kept.drop();
    if (form.values.peek() === sent) form.reset(draftOf(template));
    toasts.done(`“${template.name}” is saved`);
    if (id === undefined) {
      const tried = keptBindings(sessionStorage);
      tried.keep(String(template.id), tried.read(keptAs));
    }
    if (id === undefined) route(`/rules/${template.id}`, true);
    else reload();
  }

  useEffect(() => {
    if (read.template === undefined || read.template.updated_at <= (base.value?.updated_at ?? "")) return;
    if (form.isDirty.peek()) return;
    base.value = read.template;
    form.reset(read.draft);
  }, [read]);

  return {
    ...{ form, base, inUse, kept, taken },
    discard: () => form.reset(base.value === undefined ? read.draft : draftOf(base.value)),
  };
}
