import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { ApiProblem } from "../../api/problem.ts";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { pathWords } from "../../rules/path_words.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useKeys } from "../../shell/use_keys.ts";
import { EditorContext, type Wanted } from "./editor.ts";
import { InUseBanner } from "./in_use_banner.tsx";
import { SaveInUseDialog } from "./save_in_use_dialog.tsx";
import { MeanwhileNotice } from "./meanwhile_notice.tsx";
import { PlaceholderDialog } from "./placeholder_dialog.tsx";
import { PlaceholderList } from "./placeholder_list.tsx";
import { RuleList } from "./rule_list.tsx";
import { TemplateAside } from "./template_aside.tsx";
import { TemplateHeading } from "./template_heading.tsx";
import type { TemplateReading } from "./template_reading.ts";
import { TemplateTools } from "./template_tools.tsx";
import { TemplateUnder } from "./template_under.tsx";
import { useAdvice } from "./use_advice.ts";
import { useTemplateForm } from "./use_template_form.ts";
import type { KeptForm } from "./use_kept_draft.ts";
import { useStreams } from "./use_streams.ts";

interface EditorProps {
  read: TemplateReading;
  /** Why it could not be read anew. */
  problem: ApiProblem | undefined;
  /** Under which name what is not saved is kept. */
  keptAs: string;
  /** Reads it anew at once: what was done here is seen. */
  reload(): void;
}

/** Writes a template: its heading, its placeholders, its rules; beside it what comes of it. */
export function TemplateEditor({ read, problem, keptAs, reload }: EditorProps) {
  const id = read.template?.id;
  const wanted = useSignal<Wanted | null>(null);
  const open = useOpenRule(read.draft.rules.length);
  const { form, base, inUse, kept, taken, discard } = useTemplateForm({ read, keptAs, reload });
  const advice = useAdvice(form, open);
  useUnsavedGuard(() => form.isDirty.value, {
    keepsAt: ({ pathname }) => id !== undefined && pathname === `/rules/${id}`,
  });
  useKeys([{ keys: "mod+s", label: "Save", group: "Template", run: () => void form.submit() }]);
  const streams = useStreams();
  const editor = useMemo(() => ({
    ...{ form, streams: streams.all, needStreams: streams.need },
    storedRules: new Set(read.template?.rules.map(({ rule_id }) => rule_id)),
    want: (one: Wanted) => wanted.value = one,
  }), [read.template]);
  return (
    <EditorContext.Provider value={editor}>
      <Page
        title={form.values.value.name || (id === undefined ? "New template" : "Template without a name")}
        under={<TemplateUnder read={read} />}
        tools={id !== undefined && <TemplateTools read={read} isDirty={form.isDirty.value} />}
        class="rules-editor"
      >
        {problem !== undefined && <p class="stale" role="status">{problem.message}</p>}
        {id !== undefined && <InUseBanner templateId={id} instances={read.instances} onDone={reload} />}
        <DraftNote text={advice.value ?? keptText(kept)} isDirty={form.isDirty.value} discard={discard} />
        {(read.template?.updated_at ?? "") > (base.value?.updated_at ?? "") && (
          <MeanwhileNotice
            form={form}
            theirs={read}
            takeTheirs={() => base.value = read.template}
          />
        )}
        <div class="rules-columns">
          <Form
            form={form}
            action={form.isBusy.value ? "Saving…" : "Save"}
            class="rules-form"
            folds={{
              reveal: (path) => open.value = ruleToOpen(path) ?? open.value,
              nameOf: (path) => pathWords(path, form.values.value),
            }}
            more={<SaveState form={form} discard={discard} isNew={id === undefined} />}
          >
            <TemplateHeading packages={read.packages} isNew={id === undefined} />
            <PlaceholderList />
            <RuleList open={open} />
          </Form>
          <TemplateAside read={read} keptAs={keptAs} open={open.value} isDirty={form.isDirty.value} />
        </div>
        {wanted.value !== null && (
          <PlaceholderDialog
            wanted={wanted.value}
            onClose={() => wanted.value = null}
          />
        )}
        {inUse.value && id !== undefined && (
          <SaveInUseDialog
            templateId={id}
            draft={form.values.value}
            onSaved={(template) => taken(template, form.values.peek())}
            onDrafted={() => {
              kept.drop();
              discard();
            }}
            onClose={() => inUse.value = false}
          />
        )}
      </Page>
    </EditorContext.Provider>
  );
}

function keptText({ isRestored, from }: KeptForm): string | null {
  if (!isRestored.value) return null;
  return from.value === "assistant"
    ? "This is the assistant's draft. Nothing is saved yet."
    : "What you had not saved is back.";
}

/** Why the template is not shown as it is stored. */
function DraftNote({ text, isDirty, discard }: { text: string | null; isDirty: boolean; discard(): void }) {
  if (text === null) return null;
  return (
    <p class="rules-note" role="status">
      {text}
      {isDirty && <button type="button" class="link" onClick={discard}>Discard it</button>}
    </p>
  );
}

/** A field within a rule is drawn only where the rule is unfolded. */
function ruleToOpen(path: string): number | undefined {
  const index = /^rules\.(\d+)\./.exec(path)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** Which rule is unfolded; it stands in the address, counted from 1. */
function useOpenRule(count: number) {
  const { query } = useLocation();
  const asked = Number(query.rule) - 1;
  const open = useSignal<number | null>(asked >= 0 && asked < count ? asked : count === 1 ? 0 : null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const url = new URL(location.href);
    if (open.value === null) url.searchParams.delete("rule");
    else url.searchParams.set("rule", String(open.value + 1));
    // Not by the router: the page stays where it is.
    history.replaceState(history.state, "", url);
  }, [open.value]);
  return open;
}

interface SaveStateProps {
  form: FormHandle<TemplateDraft>;
  discard(): void;
  isNew: boolean;
}

function SaveState({ form, discard, isNew }: SaveStateProps) {
  const { asking } = useConsole();
  if (!form.isDirty.value) {
    return <span class="muted rules-state">{isNew ? "Not saved yet" : "All is saved"}</span>;
  }
  return (
    <>
      <strong class="rules-state">Not saved</strong>
      <button
        type="button"
        onClick={async () => {
          const sure = await asking.confirm({
            title: "Discard what you changed?",
            text: "The template is shown again as it is stored.",
            action: "Discard",
            danger: true,
          });
          if (sure) discard();
        }}
      >
        Discard
      </button>
    </>
  );
}
