import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Schemas, unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";
import { Dotted } from "../../parts/dotted.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import type { Source } from "./source_model.ts";

type Discovery = Schemas["Discovery"];

/** Runs a discovery of assets and streams, with its progress and the changes found. */
export function DiscoveryPanel({ source }: { source: Source }) {
  const { api, live, session, announcer } = useConsole();
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
      result.value =
        (await unwrap(api.POST("/api/discover-assets", { params: { query: { source_id: source.id } } })))
          .data;
      announcer.announce("Discovery finished");
    } catch (error) {
      problem.value = problemOf(error);
    }
    isBusy.value = false;
  }

  const current = progress.value;
  return (
    <Panel
      title="Assets and streams"
      label="Discovery"
      isBusy={isBusy.value}
      tools={
        <button type="button" disabled={!source.is_active || isBusy.value} onClick={discover}>
          {isBusy.value ? "Discovering…" : "Discover"}
        </button>
      }
    >
      {isBusy.value && (
        <>
          <progress aria-label="Discovery" />
          <p class="muted">
            {current === null
              ? "Reading from the source…"
              : `${countText(current.streams, "stream")}, ${countText(current.assets, "asset")} so far`}
          </p>
        </>
      )}
      {problem.value !== null && <p class="stale" role="alert">{problem.value.message}</p>}
      {result.value !== null && <Changes found={result.value} />}
      {!isBusy.value && result.value === null && problem.value === null && (
        <p class="muted">
          Reads the assets and streams of the source. Those missing at source are kept and marked.
        </p>
      )}
    </Panel>
  );
}

/** The changes since the last discovery. */
function Changes({ found }: { found: Discovery }) {
  const lines: readonly (readonly [string, number])[] = [
    ["Streams", found.streams_discovered],
    ["Assets", found.assets_discovered],
    ["Added", found.added],
    ["Removed", found.removed],
    ["Changed", found.changed],
    ["Renamed", found.renamed],
    ["Other meaning", found.type_changed],
    ["Other unit", found.unit_changed],
  ];
  const { broken_instances, unsupported } = found;
  return (
    <>
      <div role="status">
        <dl class="settings-figures">
          {lines.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{numberText(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {broken_instances.length > 0 && <BrokenInstances ids={broken_instances} />}
      <Differences found={found} />
      {unsupported.length > 0 && (
        <details>
          <summary>{countText(unsupported.length, "unsupported stream")}</summary>
          <ul class="settings-list" tabIndex={0} aria-label="Unsupported streams">
            {unsupported.slice(0, MAX_LISTED).map(({ stream_id, reason }) => (
              <li key={stream_id}>
                <code>{stream_id}</code> <span class="muted">{reason}</span>
              </li>
            ))}
          </ul>
          {unsupported.length > MAX_LISTED && <p class="muted">Only the first {MAX_LISTED} are shown.</p>}
        </details>
      )}
    </>
  );
}

const MAX_LISTED = 200;

const KINDS: Readonly<Record<Discovery["differences"][number]["kind"], string>> = {
  added: "added",
  gone: "missing at source",
  back: "is back",
  renamed: "renamed",
  type_changed: "means something else at source",
  unit_changed: "other unit",
};

/** What changed of the streams, by name. */
function Differences({ found: { differences, differences_total } }: { found: Discovery }) {
  if (differences.length === 0) return null;
  return (
    <details>
      <summary>{countText(differences_total, "difference")}</summary>
      <ul class="settings-list" tabIndex={0} aria-label="Differences">
        {differences.slice(0, MAX_LISTED).map(({ kind, id, stream_name, before, after, instances }) => (
          <li key={`${kind}/${id}`}>
            <code>
              <Dotted name={stream_name} />
            </code>{" "}
            <span class="muted">
              {KINDS[kind]}
              {kind === "renamed"
                ? <>, was {before !== null && <Dotted name={before} />}</>
                : before !== null && after !== null && `: ${before} → ${after}`}
            </span>
            {instances.length > 0 && (
              <span class="wrap settings-links">
                <span class="muted">{instances.length === 1 ? "Instance" : "Instances"}</span>
                {instances.map((one) => <a key={one} href={`/instances/${one}`}>#{one}</a>)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {differences_total > MAX_LISTED && <p class="muted">Only the first {MAX_LISTED} are shown.</p>}
    </details>
  );
}

function BrokenInstances({ ids }: { ids: readonly number[] }) {
  return (
    <div class="stale" role="alert">
      <strong>
        {countText(ids.length, "instance")} bound to streams missing or changed at source
      </strong>
      <p class="wrap settings-links">
        {ids.slice(0, MAX_LISTED).map((id) => <a key={id} href={`/instances/${id}`}>#{id}</a>)}
      </p>
    </div>
  );
}
