import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";
import { numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";

/** Tests the connection with the stored configuration and shows its details or its problem. */
export function ConnectionPanel({ isConfigured }: { isConfigured: boolean }) {
  const { api, session, time } = useConsole();
  const result = useSignal<Schemas["ConnectionTest"] | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);
  if (!session.may("POST /api/test-connection")) return null;

  async function test(): Promise<void> {
    isBusy.value = true;
    result.value = problem.value = null;
    try {
      result.value = (await unwrap(api.POST("/api/test-connection"))).data;
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
        <button type="button" disabled={!isConfigured || isBusy.value} onClick={test}>
          {isBusy.value ? "Testing…" : "Test"}
        </button>
      }
    >
      {problem.value !== null && <ConnectionProblem problem={problem.value} />}
      {found !== null && (
        <div role="status">
          <dl class="facts">
            <Fact name="Connection">OK, {numberText(found.latency_ms)} ms</Fact>
            <Fact name="Tenant">{found.tenant_info.name} ({found.tenant_info.state})</Fact>
            <Fact name="Namespace">
              {found.namespace_info.description || found.namespace_info.id} ({found.namespace_info.state})
            </Fact>
            <Fact name="Region">{found.namespace_info.region}</Fact>
            <Fact name="Tested">{time.named(Date.parse(found.tested_at))}</Fact>
          </dl>
        </div>
      )}
      {found === null && problem.value === null && (
        <p class="muted">
          {isConfigured ? "Tests the stored configuration." : "Save a configuration first."}
        </p>
      )}
    </Panel>
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
