import type { Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { valueText } from "../../parts/event_text.ts";
import { Dotted } from "../../parts/dotted.tsx";
import { Fact } from "../../parts/facts.tsx";
import { countText, decimalText, numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { Loaded } from "../../parts/states.tsx";
import { useInterval } from "../../parts/use_interval.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { roomText, silenceOf } from "./intake_text.ts";
import type { Source, SourceKind } from "./source_model.ts";

type Intake = Schemas["SourceIntake"];

/** No frame tells what comes in. */
const REPEAT_MS = 15_000;

/** What comes in at a source that stores what machines send. */
export function IntakePanel({ source, kind }: { source: Source; kind: SourceKind }) {
  const { session } = useConsole();
  const isShown = kind.stores_arrivals && source.is_active && session.may("GET /api/sources/:id/intake");
  return isShown ? <IntakeOf key={source.id} source={source} /> : null;
}

function IntakeOf({ source: { id, source_lost_seconds } }: { source: Source }) {
  const { api, live } = useConsole();
  const intake = useResource(
    `intake ${id}`,
    async (signal) =>
      (await unwrap(api.GET("/api/sources/{id}/intake", { params: { path: { id } }, signal }))).data,
  );
  useInterval(() => live.background.soon("intake", intake.reload), REPEAT_MS);
  return (
    <Panel title="What comes in" class="source-intake">
      <Loaded resource={intake}>
        {(state) => (
          <>
            <Silence state={state} lostSeconds={source_lost_seconds} />
            <Figures state={state} />
            <Rejections state={state} />
            <Newest state={state} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Silence({ state, lostSeconds }: { state: Intake; lostSeconds: number }) {
  const nowMs = useNow();
  const text = silenceOf(state, { nowMs: nowMs.value, lostSeconds });
  return text === undefined ? null : <p class="stale" role="status">{text}</p>;
}

function Figures({ state }: { state: Intake }) {
  const nowMs = useNow();
  const { samples, samples_per_second, last_arrival_at, streams, rejected } = state;
  const ago = nowMs.value - Date.parse(last_arrival_at);
  return (
    <dl class="facts">
      <Fact name="Rate">{decimalText(samples_per_second, 1)} samples/s</Fact>
      <Fact name="Last arrival">{samples === 0 ? "None since the start" : `${durationText(ago)} ago`}</Fact>
      <Fact name="Since the start">{countText(samples, "sample")}</Fact>
      <Fact name="Streams">{numberText(streams)}</Fact>
      <Fact name="Rejected">{numberText(rejected)}</Fact>
      <Fact name="Sent again">{state.duplicates > 0 && numberText(state.duplicates)}</Fact>
      <Fact name="Time replaced by arrival">
        {state.stamped_by_arrival > 0 && numberText(state.stamped_by_arrival)}
      </Fact>
      <Fact name="Of another type">{state.wrong_type > 0 && numberText(state.wrong_type)}</Fact>
      <Fact name="Room left">{roomText(state)}</Fact>
    </dl>
  );
}

/** The last rejections, newest first. */
function Rejections({ state: { rejections } }: { state: Intake }) {
  const { time } = useConsole();
  if (rejections.length === 0) return null;
  return (
    <details>
      <summary>{countText(rejections.length, "last rejection")}</summary>
      <ul class="settings-list" tabIndex={0} aria-label="Rejections">
        {rejections.toReversed().map(({ at, stream, reason }, index) => (
          <li key={`${at} ${index}`}>
            {stream !== null && <code>{stream}</code>} {reason}{" "}
            <span class="muted">{time.named(Date.parse(at))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Newest({ state: { newest } }: { state: Intake }) {
  const nowMs = useNow();
  if (newest.length === 0) return null;
  return (
    <section class="stack source-newest-values" aria-label="Newest values">
      <h3>Newest values</h3>
      <ul class="source-newest">
        {newest.map(({ stream, at, value, quality }) => (
          <li key={stream}>
            <span>
              <Dotted name={stream} />
            </span>
            <span class="source-newest-value">
              {valueText(value, { unit: null })}
              {quality !== "good" && ` (${quality})`}
            </span>
            <span class="muted">{durationText(Math.max(0, nowMs.value - Date.parse(at)))} ago</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
