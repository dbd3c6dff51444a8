import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { displayNameOf } from "../../../domain/rule/display_name.ts";
import { unwrap } from "../../api/client.ts";
import { type ApiProblem, type Issue, problemOf } from "../../api/problem.ts";
import { BacktestView } from "../../backtest/backtest_view.tsx";
import { useResource } from "../../live/use_resource.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { packageBriefs } from "../../parts/shared_resources.ts";
import { bindingsStorage } from "../../rules/bindings_storage.ts";
import { pathText } from "../../rules/path_text.ts";
import { draftKey, draftStorage } from "../../rules/draft_storage.ts";
import { ruleSentence } from "../../rules/rule_sentence.ts";
import { useConsole } from "../../shell/console.ts";
import { useGo } from "../../shell/guarded_navigation.ts";
import {
  type Draft,
  draftOf,
  editorDraft,
  evaluatedRules,
  mappingsOf,
  placeholderTexts,
  type Proposed,
} from "./proposal_model.ts";

interface ProposalProps {
  proposal: Proposed;
  /** From the log, which holds no backtest. */
  isLogged: boolean;
}

/** A rule template drafted by the model, with its backtest; engineers can save it. */
export function Proposal({ proposal, isLogged }: ProposalProps) {
  const { template } = proposal;
  const draft = draftOf(template);
  if (draft === undefined) return null;
  return (
    <section class="proposal" aria-label={`Proposed template ${draft.name}`}>
      <div class="panel-head">
        <h3>Proposed template: {draft.name}</h3>
        <span class="muted">{draft.category}</span>
      </div>
      {draft.description !== "" && <p class="muted">{draft.description}</p>}
      <ul class="proposal-rules">
        {editorDraft(draft).rules.map((rule) => (
          <li key={rule.rule_id}>
            <SeverityGlyph severity={rule.severity} />
            <div>
              <strong>{displayNameOf(rule)}</strong>
              <p>{ruleSentence(rule)}</p>
            </div>
          </li>
        ))}
      </ul>
      {draft.placeholders.length > 0 && (
        <p class="muted">Placeholders: {placeholderTexts(draft, proposal).join(", ")}</p>
      )}
      {isLogged ? <NoLoggedBacktest /> : <ProposalBacktest proposal={proposal} draft={draft} />}
      <details class="answer-more">
        <summary>Show the template file (JSON)</summary>
        <pre>{JSON.stringify(template, null, 2)}</pre>
      </details>
      <SaveProposal draft={draft} proposal={proposal} />
    </section>
  );
}

function NoLoggedBacktest() {
  const { session } = useConsole();
  const hint = session.may("POST /api/templates") ? " Open it in the editor to run a new one." : "";
  return <p class="muted">The backtest result is not stored.{hint}</p>;
}

/** The backtest over recent history, or why there is none. */
function ProposalBacktest({ proposal, draft }: { proposal: Proposed; draft: Draft }) {
  const { time } = useConsole();
  const { backtest, backtest_problem } = proposal;
  const evaluated = useMemo(() => evaluatedRules(proposal, draft), [proposal]);
  if (backtest === null) {
    return backtest_problem === null ? null : <p class="muted">No backtest: {backtest_problem}</p>;
  }
  const [from, to] = [backtest.from, backtest.to].map((iso) => time.named(Date.parse(iso)));
  return (
    <section class="proposal-backtest" aria-label={`Backtest of ${draft.name}`}>
      <h4>Backtest from {from} to {to}</h4>
      <BacktestView backtest={backtest} evaluated={evaluated} />
    </section>
  );
}

/** Stores the draft in the browser tab and opens it in the editor. */
function OpenInEditor({ draft, proposal }: { draft: Draft; proposal: Proposed }) {
  const go = useGo();
  return (
    <button
      type="button"
      onClick={() => {
        const name = crypto.randomUUID().slice(0, 8);
        draftStorage(sessionStorage).keep(draftKey(name), {
          version: 0,
          from: "assistant",
          draft: editorDraft(draft),
        });
        bindingsStorage(sessionStorage).keep(draftKey(name), mappingsOf(proposal));
        go(`/rules/new?draft=${name}`);
      }}
    >
      Open in editor
    </button>
  );
}

function SaveProposal({ draft, proposal }: { draft: Draft; proposal: Proposed }) {
  const { api, session, toasts } = useConsole();
  const packages = useResource(
    "package briefs",
    (signal) => packageBriefs(api, signal),
    { changes: ["package"] },
  );
  const rows = packages.state.value.value ?? [];
  const preferred = useSignal<number | undefined>(draft.package_id);
  const packageId = rows.find(({ id }) => id === preferred.value)?.id ?? rows[0]?.id;
  const saved = useSignal<number | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);
  if (!session.may("POST /api/templates")) {
    return <p class="muted">Saving it as a template needs the engineer role.</p>;
  }

  async function save(package_id: number): Promise<void> {
    isBusy.value = true;
    problem.value = null;
    try {
      const { template } = await unwrap(
        api.POST("/api/templates", { body: { ...draft, package_id } }),
      );
      saved.value = template.id;
      toasts.done(`Saved “${template.name}”. Nothing is deployed yet.`);
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  }

  if (saved.value !== null) {
    return (
      <p>
        Saved. <a href={`/rules/${saved.value}`}>Open the template</a>
      </p>
    );
  }
  return (
    <div class="wrap proposal-save">
      {problem.value !== null && (
        <div role="alert" class="summary">
          <p>{problem.value.message}</p>
          <ul>{problem.value.issues.map((issue) => <li key={issue.path}>{issueText(issue, draft)}</li>)}</ul>
        </div>
      )}
      <select
        aria-label="Package"
        value={String(packageId)}
        onChange={({ currentTarget }) => preferred.value = Number(currentTarget.value)}
      >
        {rows.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </select>
      <button
        type="button"
        class="primary"
        disabled={isBusy.value || packageId === undefined}
        onClick={() => packageId !== undefined && save(packageId)}
      >
        Save as template
      </button>
      {packageId !== undefined && (
        <OpenInEditor
          draft={{ ...draft, package_id: packageId }}
          proposal={proposal}
        />
      )}
    </div>
  );
}

/** "Rule “Too high” › Event name: Placeholder "GONE" is not declared". */
function issueText({ path, message }: Issue, draft: Draft): string {
  return path === "" ? message : `${pathText(path, editorDraft(draft))}: ${message}`;
}
