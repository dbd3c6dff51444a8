import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { ApiProblem } from "../../api/problem.ts";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { pathText } from "../../rules/path_text.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useKeys } from "../../shell/use_keys.ts";
import { EditorContext, type PlaceholderRequest } from "./editor.ts";
import { InUseBanner } from "./in_use_banner.tsx";
import { InstancePlanPanel, savingText } from "./instance_plan_panel.tsx";
import { SaveInUseDialog } from "./save_in_use_dialog.tsx";
import { ConflictNotice } from "./conflict_notice.tsx";
import { PlaceholderDialog } from "./placeholder_dialog.tsx";
import { PlaceholderList } from "./placeholder_list.tsx";
import { RuleList } from "./rule_list.tsx";
import { TemplateAside } from "./template_aside.tsx";
import { TemplateHeading } from "./template_heading.tsx";
import type { TemplateReading } from "./template_reading.ts";
import { TemplateTools } from "./template_tools.tsx";
import { TemplateSubtitle } from "./template_subtitle.tsx";
import { DraftNote, noteOf, SaveState } from "./save_state.tsx";
import { TemplatesOnStream } from "./templates_on_stream.tsx";
import { useAdvice } from "./use_advice.ts";
import { useBacktestChoice, useRenamedBindings } from "./use_backtest_choice.ts";
import { useInstancePlan } from "./use_instance_plan.ts";
import { useStreamRule } from "./use_stream_rule.ts";
import { useTemplateForm } from "./use_template_form.ts";
import { useStreams } from "./use_streams.ts";

export interface EditorProps {
  read: TemplateReading;
  /** Why the last refresh failed. */
  problem: ApiProblem | undefined;
  /** The key of the unsaved draft in the tab's storage. */
  storageKey: string;
  /** Refreshes the template after a change. */
  reload(): void;
}

/** The editor of a template, with its backtest and instances beside it. */
export function TemplateEditor({ read, problem, storageKey, reload }: EditorProps) {
  const id = read.template?.id;
  const placeholderRequest = useSignal<PlaceholderRequest | null>(null);
  const open = useOpenRule(read.draft.rules.length);
  const choice = useBacktestChoice({ read, storageKey });
  const plan = useInstancePlan({ read, choice });
  const { form, base, inUse, stored, onSaved, discard, discardWithUndo } = useTemplateForm({
    read,
    storageKey,
    reload,
    plan,
  });
  useRenamedBindings(form, choice);
  const advice = useAdvice(form, open);
  const added = useStreamRule(form, { read, open });
  useUnsavedGuard(() => form.isDirty.value, {
    keepsAt: ({ pathname }) => id !== undefined && pathname === `/rules/${id}`,
  });
  useKeys([{ keys: "mod+s", label: "Save", group: "Template", run: () => void form.submit() }]);
  const streams = useStreams();
  const isTested = useSignal(false);
  const { session } = useConsole();
  const toTest = session.may("POST /api/backtests") && (form.isDirty.value || id === undefined) &&
    !isTested.value;
  const editor = useMemo(() => ({
    form,
    streams: streams.all,
    needStreams: streams.need,
    choice,
    isTested,
    test: { run: () => {} },
    storedRules: new Set(read.template?.rules.map(({ rule_id }) => rule_id)),
    requestPlaceholder: (request: PlaceholderRequest) => placeholderRequest.value = request,
  }), [read.template]);
  const heading = (
    <>
      <TemplateHeading
        packages={read.packages}
        isNew={id === undefined}
        isFirst={id === undefined && plan === undefined}
      />
      <PlaceholderList />
    </>
  );
  return (
    <EditorContext.Provider value={editor}>
      <Page
        title={form.values.value.name || (id === undefined ? "New template" : "Unnamed template")}
        subtitle={<TemplateSubtitle read={read} />}
        tools={id !== undefined && <TemplateTools read={read} isDirty={form.isDirty.value} />}
        class="rules-editor"
      >
        {problem !== undefined && <p class="stale" role="status">{problem.message}</p>}
        {plan !== undefined && read.stream !== undefined && <TemplatesOnStream stream={read.stream} />}
        {id !== undefined && <InUseBanner templateId={id} instances={read.instances} onDone={reload} />}
        <DraftNote
          text={advice.value ?? added.value ?? noteOf(stored)}
          isDirty={form.isDirty.value}
          discard={discardWithUndo}
        />
        {(read.template?.updated_at ?? "") > (base.value?.updated_at ?? "") && (
          <ConflictNotice
            form={form}
            theirs={read}
            acceptBase={() => base.value = read.template}
          />
        )}
        <div
          class={plan === undefined ? "rules-columns" : "rules-columns from-stream"}
          onKeyDown={plan === undefined ? undefined : keepOpen}
        >
          <Form
            form={form}
            action={plan !== undefined ? savingText(plan, form) : form.isBusy.value ? "Saving…" : "Save"}
            isSecondary={toTest}
            marksChanges={id !== undefined}
            class="rules-form"
            folds={{
              reveal: (path) => open.value = ruleToOpen(path) ?? open.value,
              nameOf: (path) => pathText(path, form.values.value),
            }}
            more={
              <>
                <SaveState form={form} discard={discardWithUndo} isNew={id === undefined} />
                {toTest && (
                  <button type="button" class="primary" onClick={() => editor.test.run()}>Test</button>
                )}
              </>
            }
          >
            {plan === undefined && heading}
            {plan !== undefined && <InstancePlanPanel plan={plan} />}
            <RuleList open={open} />
            {plan !== undefined && heading}
          </Form>
          <TemplateAside read={read} open={open.value} isDirty={form.isDirty.value} />
        </div>
        {placeholderRequest.value !== null && (
          <PlaceholderDialog
            request={placeholderRequest.value}
            onClose={() => placeholderRequest.value = null}
          />
        )}
        {inUse.value && id !== undefined && (
          <SaveInUseDialog
            templateId={id}
            draft={form.values.value}
            onSaved={(template) => onSaved(template, { sent: form.values.peek() })}
            onDrafted={() => {
              stored.drop();
              discard();
            }}
            onClose={() => inUse.value = false}
          />
        )}
      </Page>
    </EditorContext.Provider>
  );
}

/** Enter in a field would deploy; that takes the button. */
function keepOpen(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key === "Enter" && target instanceof HTMLInputElement) event.preventDefault();
}

/** The fields of a rule are rendered only while it is expanded. */
function ruleToOpen(path: string): number | undefined {
  const index = /^rules\.(\d+)\./.exec(path)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** The expanded rule; its number, from 1, is kept in the address. */
function useOpenRule(count: number) {
  const { query } = useLocation();
  const requested = Number(query.rule) - 1;
  const open = useSignal<number | null>(
    requested >= 0 && requested < count ? requested : count === 1 ? 0 : null,
  );
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const url = new URL(location.href);
    if (open.value === null) url.searchParams.delete("rule");
    else url.searchParams.set("rule", String(open.value + 1));
    // Without the router, so that the page is not rendered again.
    history.replaceState(history.state, "", url);
  }, [open.value]);
  return open;
}
