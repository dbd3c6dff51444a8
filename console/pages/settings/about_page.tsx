import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { useRead } from "../../live/use_read.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useOwnRoles } from "../../parts/own_areas.ts";
import { countText, decimalText, numberText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { Page } from "../../shell/page.tsx";
import { sourceText } from "../../shell/source_text.ts";
import { outgoingText } from "../notifications/heartbeat_model.ts";
import { useHeartbeats, useHeartbeatStatus } from "../notifications/use_heartbeats.ts";
import { useRosters } from "../notifications/use_rosters.ts";
import { stateText } from "../sources/source_model.ts";
import { useSources } from "../sources/use_sources.ts";
import { type Backups, backupText } from "./backup_text.ts";
import { type Figures, figuresOf } from "./metrics_model.ts";
import { ProcessesPanel } from "./processes_panel.tsx";
import { RateLimitPanel, useRateLimits } from "./rate_limit_panel.tsx";
import { Panel } from "../../parts/panel.tsx";

export default function AboutPage() {
  const ready = useResource("readiness", async (signal) => {
    const answer = await fetch("/readyz", { signal });
    await answer.body?.cancel();
    return answer.ok;
  });
  const figures = useResource("figures", readFigures);

  const processes = useRead("/api/processes");
  const backups = useRead("/api/backups");
  const limits = useRateLimits();
  const refresh = () => {
    ready.reload();
    backups.reload();
    processes.reload();
    limits.reload();
    figures.reload();
  };
  return (
    <Page title="About and health" tools={<button type="button" onClick={refresh}>Refresh</button>}>
      <div class="stack settings-health">
        <Panel title="Service">
          <Loaded resource={ready}>
            {(isReady) => (
              <dl class="facts">
                <Fact name="Andon" isWrong={!isReady}>
                  {isReady ? "Ready" : "Not ready: starting, stopping or without storage"}
                </Fact>
                <SourceFacts />
                <PlantFacts />
                <RosterFacts />
                <HeartbeatFacts />
                <BackupFact backups={backups} />
              </dl>
            )}
          </Loaded>
          <p>
            <a href="/docs" target="_self" data-native>API documentation</a>
          </p>
        </Panel>
        <Loaded resource={limits}>{(read) => read !== null && <RateLimitPanel limits={read} />}</Loaded>
        <Loaded resource={processes}>{(live) => <ProcessesPanel processes={live} />}</Loaded>
        <Loaded resource={figures}>
          {(read) => read === null ? <NoFigures /> : <FigurePanels figures={read} />}
        </Loaded>
      </div>
    </Page>
  );
}

/** Null if the browser may not read them: they are open to the machine itself and with METRICS_TOKEN. */
async function readFigures(signal: AbortSignal): Promise<Figures | null> {
  if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) return null;
  try {
    const answer = await fetch("/metrics", { signal });
    if (answer.status === 401 || answer.status === 403) return null;
    if (!answer.ok) {
      throw new ApiProblem(`Loading the metrics failed with status ${answer.status}`, {
        code: "UNAVAILABLE",
      });
    }
    return figuresOf(await answer.text());
  } catch (error) {
    throw problemOf(error);
  }
}

function NoFigures() {
  return (
    <Panel title="Metrics">
      <p class="muted">
        The metrics of the process are at{" "}
        <code>/metrics</code>, for requests from its machine or with METRICS_TOKEN.
      </p>
    </Panel>
  );
}

/** Rosters by which nobody is on call at some time of the coming two weeks. */
function RosterFacts() {
  const rosters = useRosters().state.value.value ?? [];
  const holed = rosters.filter(({ hole_count }) => hole_count > 0);
  if (rosters.length === 0) return null;
  return (
    <Fact name="On call" isWrong={holed.length > 0}>
      {holed.length === 0
        ? "No holes in the coming 14 days"
        : holed.map(({ id, name, hole_count }) => (
          <a key={id} href={`/notifications/on-call?roster=${id}`}>
            {name}: {countText(hole_count, "hole")} in the coming 14 days
          </a>
        ))}
    </Fact>
  );
}

/** Missed heartbeats of other systems, and what holds Andon's own back. */
function HeartbeatFacts() {
  const missed = (useHeartbeats().state.value.value ?? []).filter(({ state }) => state === "missed");
  const status = useHeartbeatStatus().state.value.value;
  return (
    <>
      {status !== undefined && (
        <Fact name="Andon's heartbeat" isWrong={status.is_held_back}>{outgoingText(status)}</Fact>
      )}
      {missed.length > 0 && (
        <Fact name="Heartbeats missed" isWrong>
          {missed.map(({ name }) => <a key={name} href="/notifications/heartbeats">{name}</a>)}
        </Fact>
      )}
    </>
  );
}

function BackupFact({ backups }: { backups: ResourceHandle<Backups> }) {
  const nowMs = useNow();
  const read = backups.state.value.value;
  const text = useComputed(() =>
    backups.state.value.value && backupText(backups.state.value.value, nowMs.value)
  );
  return read === undefined
    ? null
    : <Fact name="Backup" isWrong={read.state === "failed" || read.state === "overdue"}>{text}</Fact>;
}

function SourceFacts() {
  const { live } = useConsole();
  const nowMs = useNow();
  const text = useComputed(() => sourceText(live.source.value, nowMs.value));
  const reason = live.source.value?.reason ?? null;
  const sources = useSources().state.value.value ?? [];
  if (sources.length > 1) {
    return (
      <>
        {sources.map((source) => (
          <Fact key={source.id} name={`Data source “${source.name}”`} isWrong={stateText(source).isWrong}>
            <a href={`/settings/sources/${source.id}`}>{stateText(source).text}</a>
            {source.reason !== null && ` – ${source.reason}`}
          </Fact>
        ))}
      </>
    );
  }
  return (
    <>
      <Fact name="Data source" isWrong={text.value.isWrong} isRefused={text.value.isRefused}>
        {text.value.text}
      </Fact>
      {reason !== null && <Fact name="Reason">{reason}</Fact>}
    </>
  );
}

function PlantFacts() {
  const { live, time, session } = useConsole();
  return (
    <>
      <Fact name="Live updates" isWrong={live.connection.value === "down"}>
        {live.connection.value === "up" ? "Connected" : "Not connected"}
      </Fact>
      <Fact name="Time zone of the plant">{time.plantZone}</Fact>
      <Fact name="Signed in">{session.user.value?.username}, {useOwnRoles()}</Fact>
    </>
  );
}

function FigurePanels({ figures }: { figures: Figures }) {
  return (
    <>
      <FigurePanel
        title="Process"
        figures={[
          ["Version", figures.version],
          ["Deno", figures.deno],
          ["Uptime", durationText(figures.uptimeMs)],
          ["Memory", megabytes(figures.memoryBytes)],
          ["Heap", megabytes(figures.heapBytes)],
          ["Connected browsers", numberText(figures.browsers)],
        ]}
      />
      <StoreFigures figures={figures} />
    </>
  );
}

/** Only the leader of a cluster reports these. */
function StoreFigures({ figures }: { figures: Figures }) {
  const { shards } = figures;
  return (
    <>
      <FigurePanel
        title="Evaluation"
        figures={[
          ["Streams read", numberText(figures.followedStreams)],
          ["Not read yet", numberText(figures.unreadStreams)],
          ["Samples", numberText(figures.samples)],
          ["Late samples", numberText(figures.lateSamples)],
          ["Evaluations", numberText(figures.evaluations)],
          ["Active events", numberText(figures.activeEvents)],
        ]}
      />
      <FigurePanel
        title="Storage"
        figures={[
          ["State", figures.isStoreHealthy ? "Healthy" : "Unreachable"],
          ["Commits", numberText(figures.commits)],
          ["Mean commit time", figures.commitMs === null ? "—" : `${decimalText(figures.commitMs, 1)} ms`],
          ["Queued writes", numberText(figures.queuedWrites)],
          ["Conflicts", numberText(figures.conflicts)],
        ]}
      />
      <Panel
        title="Shards"
        class="settings-shards"
        tools={
          <span class="muted">{shards.filter(({ isReady }) => isReady).length} of {shards.length} ready</span>
        }
      >
        <table class="plain">
          <thead>
            <tr>
              {["Shard", "State"].map((name) => <th key={name} scope="col">{name}</th>)}
              {["Actors", "Queued", "Dropped", "Replaced"].map((name) => (
                <th key={name} scope="col" class="end">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shards.map(({ shard, isReady, actors, queued, dropped, replacements }) => (
              <tr key={shard}>
                <td>{shard}</td>
                <td>{isReady ? "Ready" : <strong>Not ready</strong>}</td>
                {[actors, queued, dropped, replacements].map((value, index) => (
                  <td key={index} class="end">{numberText(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}

function FigurePanel({ title, figures }: { title: string; figures: readonly (readonly [string, string])[] }) {
  return (
    <Panel title={title}>
      <dl class="settings-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function megabytes(bytes: number): string {
  return `${numberText(Math.round(bytes / 1_048_576))} MB`;
}

interface FactProps {
  name: string;
  isWrong?: boolean;
  isRefused?: boolean;
  children: ComponentChildren;
}

function Fact({ name, isWrong = false, isRefused = false, children }: FactProps) {
  return (
    <div class={isRefused ? "wrong refused" : isWrong ? "wrong" : ""}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
