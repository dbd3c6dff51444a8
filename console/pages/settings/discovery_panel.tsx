import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Schemas, told } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";

type Discovery = Schemas["Discovery"];

/** Looks at what the source has, with its progress as it goes and what is different at its end. */
export function DiscoveryPanel({ isThere }: { isThere: boolean }) {
  const { api, live, session, speech } = useConsole();
  const progress = useSignal<{ streams: number; assets: number } | null>(null);
  const result = useSignal<Discovery | null>(null);
  const problem = useSignal<ApiProblem | null>(null);
  const isBusy = useSignal(false);
  useEffect(() =>
    live.onFrames(["discovery_progress"], (frames) => {
      progress.value = frames.at(-1)?.data ?? null;
    }), []);
  if (!session.may("POST /api/discover-assets")) return null;

  async function discover(): Promise<void> {
    isBusy.value = true;
    result.value = problem.value = progress.value = null;
    try {
      result.value = (await told(api.POST("/api/discover-assets"))).data;
      speech.say("Discovery is done");
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  }

  const seen = progress.value;
  return (
    <section class="panel" aria-label="Discovery" aria-busy={isBusy.value}>
      <div class="panel-head">
        <h2>Assets and streams</h2>
        <button type="button" disabled={!isThere || isBusy.value} onClick={discover}>
          {isBusy.value ? "Looking…" : "Discover"}
        </button>
      </div>
      {isBusy.value && (
        <>
          <progress aria-label="Discovery" />
          <p class="muted">
            {seen === null
              ? "Asking the source…"
              : `${seen.streams.toLocaleString("en")} streams, ${
                seen.assets.toLocaleString("en")
              } assets so far`}
          </p>
        </>
      )}
      {problem.value !== null && <p class="stale" role="alert">{problem.value.message}</p>}
      {result.value !== null && <Difference found={result.value} />}
      {!isBusy.value && result.value === null && problem.value === null && (
        <p class="muted">Reads which assets and streams there are; what vanished is kept and marked.</p>
      )}
    </section>
  );
}

/** What is other than it was at the last look. */
function Difference({ found }: { found: Discovery }) {
  const lines: readonly (readonly [string, number])[] = [
    ["Streams", found.streams_discovered],
    ["Assets", found.assets_discovered],
    ["Added", found.added],
    ["Removed", found.removed],
    ["Changed", found.changed],
  ];
  const { broken_instances, unsupported } = found;
  return (
    <>
      <div role="status">
        <dl class="settings-figures">
          {lines.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count.toLocaleString("en")}</dd>
            </div>
          ))}
        </dl>
      </div>
      {broken_instances.length > 0 && <BrokenInstances ids={broken_instances} />}
      {unsupported.length > 0 && (
        <details>
          <summary>{unsupported.length.toLocaleString("en")} streams that cannot be judged</summary>
          <ul class="settings-list">
            {unsupported.slice(0, MOST_LISTED).map(({ stream_id, reason }) => (
              <li key={stream_id}>
                <code>{stream_id}</code> <span class="muted">{reason}</span>
              </li>
            ))}
          </ul>
          {unsupported.length > MOST_LISTED && <p class="muted">The first {MOST_LISTED}.</p>}
        </details>
      )}
    </>
  );
}

const MOST_LISTED = 200;

function BrokenInstances({ ids }: { ids: readonly number[] }) {
  return (
    <div class="stale" role="alert">
      <strong>
        {ids.length === 1 ? "One instance is" : `${ids.length} instances are`} bound to streams that vanished
      </strong>
      <p class="settings-links">
        {ids.slice(0, MOST_LISTED).map((id) => <a key={id} href={`/instances/${id}`}>#{id}</a>)}
      </p>
    </div>
  );
}
