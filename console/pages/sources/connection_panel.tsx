import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";
import type { Source } from "./source_model.ts";
import { TestFacts } from "./test_facts.tsx";

/** Tests the connection with the stored settings and shows its facts or its problem. */
export function ConnectionPanel({ source: { id } }: { source: Source }) {
  const { api, session } = useConsole();
  const result = useSignal<Schemas["SourceTest"] | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);
  if (!session.may("POST /api/sources/:id/test")) return null;

  async function test(): Promise<void> {
    isBusy.value = true;
    result.value = problem.value = null;
    try {
      result.value = (await unwrap(api.POST("/api/sources/{id}/test", { params: { path: { id } } }))).data;
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  }

  const found = result.value;
  return (
    <Panel
      title="Connection"
      tools={
        <button type="button" disabled={isBusy.value} onClick={test}>
          {isBusy.value ? "Testing…" : "Test"}
        </button>
      }
    >
      {problem.value !== null && <ConnectionProblem problem={problem.value} />}
      {found !== null && (
        <div role="status">
          <TestFacts test={found} />
        </div>
      )}
      {found === null && problem.value === null && <p class="muted">Tests the stored settings.</p>}
    </Panel>
  );
}

/** The problem, with its reason. */
function ConnectionProblem({ problem }: { problem: ApiProblem }) {
  const { reason } = problem.details;
  return (
    <div class="stale" role="alert">
      <strong>{problem.message}</strong>
      {typeof reason === "string" && !problem.message.includes(reason) && <p>{reason}</p>}
    </div>
  );
}
