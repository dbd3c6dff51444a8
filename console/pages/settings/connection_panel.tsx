import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { type Schemas, told } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";

/** Asks the source as the stored configuration says: what it is and how long it took, or why not. */
export function ConnectionPanel({ isThere }: { isThere: boolean }) {
  const { api, session, time } = useConsole();
  const result = useSignal<Schemas["ConnectionTest"] | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);
  if (!session.may("POST /api/test-connection")) return null;

  async function test(): Promise<void> {
    isBusy.value = true;
    result.value = problem.value = null;
    try {
      result.value = (await told(api.POST("/api/test-connection"))).data;
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  }

  const found = result.value;
  return (
    <section class="panel" aria-label="Connection">
      <div class="panel-head">
        <h2>Connection</h2>
        <button type="button" disabled={!isThere || isBusy.value} onClick={test}>
          {isBusy.value ? "Testing…" : "Test"}
        </button>
      </div>
      {problem.value !== null && <ConnectionProblem problem={problem.value} />}
      {found !== null && (
        <div role="status">
          <dl class="facts">
            <Fact name="Connection">Works, {found.latency_ms} ms</Fact>
            <Fact name="Tenant">{found.tenant_info.name} ({found.tenant_info.state})</Fact>
            <Fact name="Namespace">
              {found.namespace_info.description || found.namespace_info.id} ({found.namespace_info.state})
            </Fact>
            <Fact name="Region">{found.namespace_info.region}</Fact>
            <Fact name="Tested">{time.moment(Date.parse(found.tested_at))}</Fact>
          </dl>
        </div>
      )}
      {found === null && problem.value === null && (
        <p class="muted">
          {isThere ? "Tests what is stored, not what is typed." : "Save a configuration first."}
        </p>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is wrong, and what a person can do about it. */
function ConnectionProblem({ problem }: { problem: ApiProblem }) {
  const { reason } = problem.details;
  return (
    <div class="stale" role="alert">
      <strong>{problem.message}</strong>
      {typeof reason === "string" && !problem.message.includes(reason) && <p>{reason}</p>}
    </div>
  );
}
