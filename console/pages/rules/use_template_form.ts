import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { problemOf } from "../../api/problem.ts";
import { type FormHandle, ShownElsewhere, useForm } from "../../parts/form/use_form.ts";
import { blankIssues } from "../../rules/draft_checks.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { bindingsStorage } from "../../rules/bindings_storage.ts";
import { followingNames } from "../../rules/derived_names.ts";
import { draftOf } from "../../rules/template_body.ts";
import { useConsole } from "../../shell/console.ts";
import type { Template, TemplateReading } from "./template_reading.ts";
import { inPackage, writeTemplate } from "./template_writing.ts";
import type { InstancePlan } from "./use_instance_plan.ts";
import { type DraftHandle, useStoredDraft } from "./use_stored_draft.ts";

export interface TemplateForm {
  form: FormHandle<TemplateDraft>;
  /** The stored template that the form is based on; undefined for a new one. */
  base: Signal<Template | undefined>;
  /** Saving was refused because of deployed instances. */
  inUse: Signal<boolean>;
  stored: DraftHandle;
  /** Called after saving; then opens `address`, by default the template. Resets the form to the stored template unless it was changed since. */
  onSaved(template: Template, saved: { sent: TemplateDraft; address?: string }): void;
  /** Resets the form to the stored template. */
  discard(): void;
  /** Does so as a person wishes, who may take it back. */
  discardWithUndo(): void;
}

interface TemplateFormOptions {
  read: TemplateReading;
  storageKey: string;
  reload(): void;
  /** The instances that a new template gets. */
  plan?: InstancePlan;
}

/** The form of a template: saves it, follows changes by other users and keeps unsaved changes. */
export function useTemplateForm({ read, storageKey, reload, plan }: TemplateFormOptions): TemplateForm {
  const { api, toasts } = useConsole();
  const { route } = useLocation();
  const base = useSignal<Template | undefined>(read.template);
  const inUse = useSignal(false);
  const id = read.template?.id;
  const plain = useForm<TemplateDraft>({
    initial: read.draft,
    check: blankIssues,
    async send(draft) {
      try {
        const filed = await inPackage(api, draft);
        if (filed !== draft) {
          for (const name of ["package_id", "new_package"] as const) plain.set(name, filed[name]);
        }
        const sent = plain.values.peek(), template = await writeTemplate(api, { id, draft: filed });
        onSaved(template, { sent, address: await plan?.make(template, filed) });
      } catch (error) {
        inUse.value = problemOf(error).code === "TEMPLATE_IN_USE";
        if (inUse.value) throw new ShownElsewhere();
        throw error;
      }
    },
  });
  const form = {
    ...plain,
    set: (path: string, value: unknown) => setFollowed(plain, { path, value, base: base.peek() }),
  };
  const stored = useStoredDraft(plain, { storageKey, version: base.value?.version ?? 0 });

  function onSaved(template: Template, { sent, address }: { sent: TemplateDraft; address?: string }): void {
    base.value = template;
    inUse.value = false;
    stored.drop();
    if (form.values.peek() === sent) form.reset(draftOf(template));
    toasts.done(`“${template.name}” saved`);
    if (id === undefined) {
      const tested = bindingsStorage(sessionStorage);
      tested.keep(String(template.id), tested.read(storageKey));
    }
    if (id === undefined) route(address ?? `/rules/${template.id}`, true);
    else reload();
  }

  useEffect(() => {
    if (read.template === undefined || read.template.updated_at <= (base.value?.updated_at ?? "")) return;
    if (form.isDirty.peek()) return;
    base.value = read.template;
    form.reset(read.draft);
  }, [read]);

  const discard = () => form.reset(base.value === undefined ? read.draft : draftOf(base.value));
  /** The draft is also put back when its page is left by then. */
  function discardWithUndo(): void {
    const draft = form.values.peek();
    discard();
    const run = () => {
      stored.keep(draft);
      for (const [name, value] of Object.entries(draft)) plain.set(name, value);
    };
    toasts.done("Changes discarded", { label: "Undo", run });
  }
  return { form, base, inUse, stored, onSaved, discard, discardWithUndo };
}

interface Change {
  path: string;
  value: unknown;
  base: Template | undefined;
}

/** Sets a value; where it changes conditions, the names of their rules follow. */
function setFollowed(form: FormHandle<TemplateDraft>, { path, value, base }: Change): void {
  const before = form.values.peek().rules;
  form.set(path, value);
  if (!/^rules(\.\d+\.conditions|$)/.test(path)) return;
  const stored = new Set(base?.rules.map(({ rule_id }) => rule_id));
  for (const [index, after] of form.values.peek().rules.entries()) {
    const was = before[index];
    if (was?.rule_id !== after.rule_id || was.conditions === after.conditions) continue;
    const others = form.values.peek().rules.filter((_, other) => other !== index);
    const isStored = stored.has(after.rule_id);
    const named = followingNames({ before: was, after }, { others, isStored });
    for (const name of ["rule_name", "event_name", "rule_id"] as const) {
      if (named[name] !== after[name]) form.set(`rules.${index}.${name}`, named[name]);
    }
  }
}
