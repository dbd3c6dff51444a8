import { useSignal } from "@preact/signals";
import { told } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";
import { conditionLines, type Draft, draftOf } from "./proposal_model.ts";

/** A drafted rule template: looked at by a person, and saved by one who may. */
export function Proposal({ template }: { template: Record<string, unknown> }) {
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
        {draft.rules.map((rule) => (
          <li key={rule.rule_id}>
            <SeverityGlyph severity={rule.severity} />
            <div>
              <strong>{rule.rule_name}</strong>
              {conditionLines(rule.conditions).map((line, index) => (
                <div key={index}>
                  <code>{line}</code>
                </div>
              ))}
              <div class="muted">raises {rule.event_name}{delays(rule)}</div>
            </div>
          </li>
        ))}
      </ul>
      {draft.placeholders.length > 0 && (
        <p class="muted">
          To be bound: {draft.placeholders.map(({ placeholder_name }) => placeholder_name).join(", ")}
        </p>
      )}
      <details class="answer-more">
        <summary>All of it</summary>
        <pre>{JSON.stringify(template, null, 2)}</pre>
      </details>
      <SaveProposal draft={draft} />
    </section>
  );
}

function delays({ on_delay_seconds, off_delay_seconds }: Draft["rules"][number]): string {
  const on = on_delay_seconds ? `, on-delay ${on_delay_seconds} s` : "";
  return on + (off_delay_seconds ? `, off-delay ${off_delay_seconds} s` : "");
}

function SaveProposal({ draft }: { draft: Draft }) {
  const { api, session, toasts } = useConsole();
  const packages = useResource(
    "packages",
    async (signal) => (await told(api.GET("/api/packages", { signal }))).data,
    { changes: ["package"] },
  );
  const into = useSignal(draft.package_id);
  const saved = useSignal<number | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);
  if (!session.may("POST /api/templates")) return <p class="muted">An engineer can save it as a template.</p>;

  async function save(): Promise<void> {
    isBusy.value = true;
    problem.value = null;
    try {
      const { template } = await told(
        api.POST("/api/templates", { body: { ...draft, package_id: into.value } }),
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
        value={String(into.value)}
        onChange={({ currentTarget }) => into.value = Number(currentTarget.value)}
      >
        {(packages.state.value.value ?? []).map(({ id, name }) => <option key={id} value={id}>{name}
        </option>)}
      </select>
      <button type="button" class="primary" disabled={isBusy.value} onClick={save}>Save as template</button>
    </div>
  );
}
