import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useResource } from "../../live/use_resource.ts";
import { countText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

type Verification = Schemas["AuditVerification"];

/** The head of the sealed audit log, its verification, and the export. */
export function AuditSealPanel() {
  const { api, time } = useConsole();
  const head = useResource(
    "audit head",
    async (signal) => (await unwrap(api.GET("/api/audit-log/head", { signal }))).data,
  );
  const found = useSignal<Verification | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);

  async function verify(): Promise<void> {
    isBusy.value = true;
    found.value = problem.value = null;
    try {
      found.value = (await unwrap(api.GET("/api/audit-log/verify", {}))).data;
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  }

  return (
    <section class="panel" aria-label="Seals">
      <div class="panel-head">
        <h2>Seals</h2>
        <button type="button" disabled={isBusy.value} onClick={verify}>
          {isBusy.value ? "Verifying…" : "Verify"}
        </button>
        <a href="/files/audit-log.jsonl" download>Export with proofs</a>
      </div>
      <Loaded resource={head} what="Loading the head of the audit log">
        {({ head: text, sealed_at, key_fingerprint, unsealed }) => (
          <dl class="facts">
            <dt>Head</dt>
            <dd>
              <code>{text}</code>
            </dd>
            <dt>Sealed</dt>
            <dd>
              {time.moment(Date.parse(sealed_at))}
              {unsealed > 0 && `, ${countText(unsealed, "entry")} waiting`}
            </dd>
            <dt>Key</dt>
            <dd>
              <code>{key_fingerprint}</code>
            </dd>
          </dl>
        )}
      </Loaded>
      <p class="muted">
        Keep a copy of the head in another place: it proves that the log up to it was not rewritten.
      </p>
      {problem.value !== null && <p class="stale" role="alert">{problem.value.message}</p>}
      {found.value !== null && <Result verification={found.value} />}
    </section>
  );
}

function Result({ verification: { is_whole, problems, entries, blocks, first_block } }: {
  verification: Verification;
}) {
  const counts = `${countText(entries, "entry")} in ${countText(blocks, "block")}`;
  if (is_whole) return <p role="status">The audit log is whole: {counts}.</p>;
  return (
    <div role="alert">
      <p>The audit log is not whole: {counts}. Block {first_block} is the first that does not fit.</p>
      <ul>
        {problems.map(({ block, entry_id, problem }) => (
          <li key={`${block} ${entry_id} ${problem}`}>
            Block {block}
            {entry_id !== null && (
              <>
                , entry <code>{entry_id}</code>
              </>
            )}: {problem.replaceAll("_", " ")}
          </li>
        ))}
      </ul>
    </div>
  );
}
