import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { told } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { BacktestView } from "../../backtest/backtest_view.tsx";
import { useResource } from "../../live/use_resource.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { packageBriefs } from "../../parts/shared_resources.ts";
import { keptBindings } from "../../rules/kept_bindings.ts";
import { draftKey, keptDrafts } from "../../rules/kept_draft.ts";
import { ruleSentence } from "../../rules/rule_sentence.ts";
import { useConsole } from "../../shell/console.ts";
import { useGo } from "../../shell/use_leaving.ts";
import {
  type Draft,
  draftOf,
  editorDraft,
  judgedBy,
  mappingsOf,
  placeholderWords,
  type Proposed,
} from "./proposal_model.ts";

interface ProposalProps {
  proposal: Proposed;
  /** Out of the log, which has no backtest. */
  isLogged: boolean;
}

/** A drafted rule template and what it would have raised: looked at by a person, and saved by one who may. */
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
              <strong>{rule.rule_name}</strong>
              <p>{ruleSentence(rule)}</p>
            </div>
          </li>
        ))}
      </ul>
      {draft.placeholders.length > 0 && (
        <p class="muted">To be bound: {placeholderWords(draft, proposal).join(", ")}</p>
      )}
      {isLogged ? <NotKept /> : <ProposalBacktest proposal={proposal} draft={draft} />}
      <details class="answer-more">
        <summary>All of it</summary>
        <pre>{JSON.stringify(template, null, 2)}</pre>
      </details>
      <SaveProposal draft={draft} proposal={proposal} />
    </section>
  );
}

function NotKept() {
  const { session } = useConsole();
  const anew = session.may("POST /api/templates") ? "; the editor tries it anew" : "";
  return <p class="muted">What it would have raised is not kept{anew}.</p>;
}

/** Over recent history; without one it says why. */
function ProposalBacktest({ proposal, draft }: { proposal: Proposed; draft: Draft }) {
  const { time } = useConsole();
  const { backtest, backtest_problem } = proposal;
  const judged = useMemo(() => judgedBy(proposal, draft), [proposal]);
  if (backtest === null) {
    return backtest_problem === null ? null : <p class="muted">Not tried on the past: {backtest_problem}</p>;
  }
  const [from, to] = [backtest.from, backtest.to].map((iso) => time.moment(Date.parse(iso)));
  return (
    <section class="proposal-backtest" aria-label={`Backtest of ${draft.name}`}>
      <h4>What it would have raised from {from} to {to}</h4>
      <BacktestView backtest={backtest} judged={judged} />
    </section>
  );
}

/** Keeps the draft for the editor, where it is changed and tried before it is saved. */
function OpenInEditor({ draft, proposal }: { draft: Draft; proposal: Proposed }) {
  const go = useGo();
  return (
    <button
      type="button"
      onClick={() => {
        const name = crypto.randomUUID().slice(0, 8);
        keptDrafts(sessionStorage).keep(draftKey(name), {
          ...{ version: 0, from: "assistant" },
          draft: editorDraft(draft),
        });
        keptBindings(sessionStorage).keep(draftKey(name), mappingsOf(proposal));
        go(`/rules/new?draft=${name}`);
      }}
    >
      Open in the editor
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
  const wish = useSignal<number | undefined>(draft.package_id);
  const into = rows.find(({ id }) => id === wish.value)?.id ?? rows[0]?.id;
  const saved = useSignal<number | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);
  if (!session.may("POST /api/templates")) return <p class="muted">An engineer can save it as a template.</p>;

  async function save(package_id: number): Promise<void> {
    isBusy.value = true;
    problem.value = null;
    try {
      const { template } = await told(
        api.POST("/api/templates", { body: { ...draft, package_id } }),
      );
      saved.value = template.id;
      toasts.done(`Saved "${template.name}"; nothing is deployed yet`);
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
    <div class="proposal-save">
      {problem.value !== null && (
        <div role="alert" class="summary">
          <p>{problem.value.message}</p>
          <ul>{problem.value.issues.map(({ path, message }) => <li key={path}>{path}: {message}</li>)}</ul>
        </div>
      )}
      <select
        aria-label="Package"
        value={String(into)}
        onChange={({ currentTarget }) => wish.value = Number(currentTarget.value)}
      >
        {rows.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </select>
      <button
        type="button"
        class="primary"
        disabled={isBusy.value || into === undefined}
        onClick={() => into !== undefined && save(into)}
      >
        Save as template
      </button>
      {into !== undefined && <OpenInEditor draft={{ ...draft, package_id: into }} proposal={proposal} />}
    </div>
  );
}
