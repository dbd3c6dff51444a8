import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useRead } from "../../live/use_read.ts";
import { countText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

type Head = Schemas["AuditHead"];
type Verification = Schemas["AuditVerification"];
type Problem = Verification["problems"][number];

/** Up to when the audit log is sealed, its verification, and the export with proofs. */
export function AuditSealPanel() {
  const { api } = useConsole();
  const head = useRead("/api/audit-log/head");
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
    head.reload();
  }

  return (
    <section class="panel" aria-label="Seals">
      <Loaded resource={head} what="Loading the seals">
        {(value) => (
          <>
            <div class="row wrap settings-seals">
              <SealedUpTo head={value} />
              <button type="button" disabled={isBusy.value} onClick={verify}>
                {isBusy.value ? "Verifying…" : "Verify"}
              </button>
              <a class="button" href="/files/audit-log.jsonl" download data-native>Export with proofs</a>
            </div>
            {problem.value !== null && <p class="stale" role="alert">{problem.value.message}</p>}
            {found.value !== null && <Result verification={found.value} />}
            <HeadFacts head={value} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function SealedUpTo({ head: { sealed_at, entries, unsealed } }: { head: Head }) {
  const { time } = useConsole();
  const waiting = unsealed > 0 && `; ${countText(unsealed, "newer entry")} not sealed yet`;
  const sealed = entries > 0
    ? `Sealed up to ${time.named(Date.parse(sealed_at))}`
    : "No entries are sealed yet";
  return <p>{sealed}{waiting}</p>;
}

function HeadFacts({ head: { head, key_fingerprint } }: { head: Head }) {
  const { toasts } = useConsole();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(head);
      toasts.done("Copied");
    } catch {
      toasts.problem("The browser does not allow copying. Select the head and copy it.");
    }
  }

  return (
    <details>
      <summary>Head and key</summary>
      <dl class="facts">
        <div>
          <dt>Head</dt>
          <dd>
            <code>{head}</code> <button type="button" onClick={copy}>Copy</button>
          </dd>
        </div>
        <div>
          <dt>Key</dt>
          <dd>
            <code>{key_fingerprint}</code>
          </dd>
        </div>
      </dl>
      <p class="muted">
        Keep the head in another place: with it, you can prove that the log up to it was not rewritten.
      </p>
    </details>
  );
}

function Result({ verification: { is_whole, problems, entries, blocks, first_block } }: {
  verification: Verification;
}) {
  const counts = `${countText(entries, "entry")} in ${countText(blocks, "block")}`;
  if (is_whole) return <p role="status">The audit log is whole: {counts}.</p>;
  return (
    <div class="stale" role="alert">
      <p>The audit log is not whole: {counts}. Block {first_block} is the first that does not fit.</p>
      <ul class="settings-list">
        {problems.map((each) => (
          <li key={`${each.block} ${each.entry_id} ${each.problem}`}>{problemText(each)}</li>
        ))}
      </ul>
    </div>
  );
}

const PROBLEM_TEXTS: Record<Problem["problem"], string> = {
  changed: "was changed",
  removed: "was removed",
  inserted: "was inserted",
  chain: "does not follow the block before",
  signature: "has a wrong signature",
  missing_block: "is missing",
  kept_head: "does not contain the kept head",
  undecodable: "cannot be decoded",
  head: "is not named as the last one",
  key: "is signed with another key than the sealed one",
};

function problemText({ block, entry_id, problem }: Problem): string {
  const text = PROBLEM_TEXTS[problem];
  return entry_id === null ? `Block ${block} ${text}` : `Block ${block}: entry ${entry_id} ${text}`;
}
