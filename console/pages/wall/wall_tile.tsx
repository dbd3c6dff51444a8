import { useComputed } from "@preact/signals";
import type { RuleEvent } from "../../api/client.ts";
import { lengthMs, nameParts, valueText } from "../../parts/event_words.ts";
import type { PlantPlace } from "../../parts/plant_paths.ts";
import { SeverityGlyph, StateGlyph } from "../../parts/glyph.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { severityLook } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { tileLabel, type WallItem } from "./wall_model.ts";

export interface TileParts {
  placeOf(floc: string | null): PlantPlace | undefined;
  unitOf(stream: string): string | undefined;
}

interface TileProps extends TileParts {
  item: WallItem;
  isCurrent: boolean;
  onFocus(): void;
  /** Absent where the role may not. */
  acknowledge?(event: RuleEvent): void;
}

export function WallTile({ item, isCurrent, onFocus, acknowledge, placeOf, unitOf }: TileProps) {
  const nowMs = useNow();
  const { event, count, isChattering } = item;
  const { of, what } = nameParts(event.event_name);
  const label = useComputed(() =>
    tileLabel(item, { nowMs: Math.floor(nowMs.value / 60_000) * 60_000, duration: durationText })
  );
  const place = placeOf(event.plant_node_floc_id);
  const isOpen = event.is_active && event.acknowledged_at === null;
  return (
    <li>
      <div
        class={tileClass(event)}
        role="group"
        data-key={item.key}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={label.value}
        onFocus={onFocus}
      >
        {event.is_active
          ? <SeverityGlyph severity={event.severity} label={null} />
          : <StateGlyph state="normal" />}
        <span class="wall-line">
          <a
            class="wall-name"
            href={`/events/${event.id}`}
            tabIndex={isCurrent ? 0 : -1}
            title={event.event_name}
          >
            {what}
          </a>
          {(count > 1 || isChattering) && <Times count={count} isChattering={isChattering} />}
        </span>
        <span class="wall-of" title={place?.path}>
          <span>{place?.short ?? (of === "" ? event.template_instance : of)}</span>
          <Length event={event} />
        </span>
        <Value event={event} unitOf={unitOf} />
        {event.note !== null && <span class="wall-note" title={event.note}>“{event.note}”</span>}
        {isOpen && acknowledge !== undefined && (
          <button
            type="button"
            class="wall-ack"
            tabIndex={isCurrent ? 0 : -1}
            aria-label={`Acknowledge ${event.event_name}`}
            onClick={() => acknowledge(event)}
          >
            Ack
          </button>
        )}
      </div>
    </li>
  );
}

function Times({ count, isChattering }: Pick<WallItem, "count" | "isChattering">) {
  return (
    <span
      class="wall-count"
      title={isChattering ? "Chattering: it comes and goes" : "Times in the chosen hours"}
    >
      {isChattering && "≈ "}×{count}
    </span>
  );
}

function tileClass({ is_active, acknowledged_at, severity, data_state }: RuleEvent): string {
  const { rank } = severityLook(severity);
  return [
    "wall-tile",
    ...is_active ? [`s${rank}`] : ["ended"],
    ...is_active && acknowledged_at === null ? ["open"] : [],
    ...data_state === "unknown" ? ["unknown"] : [],
  ].join(" ");
}

function Length({ event }: { event: RuleEvent }) {
  const nowMs = useNow();
  const text = useComputed(() => durationText(lengthMs(event, nowMs.value)));
  return <span class="wall-length">{text}</span>;
}

/** The newest value of the stream that decided it; a dash where none is known. */
function Value({ event, unitOf }: { event: RuleEvent } & Pick<TileParts, "unitOf">) {
  const { live } = useConsole();
  const stream = event.trigger[0]?.stream;
  const sample = stream === undefined ? undefined : live.streams.of(stream);
  const text = useComputed(() => {
    if (event.data_state === "unknown") return "— no data";
    const newest = sample?.value;
    if (newest !== undefined) return newest.quality === "bad" ? "—" : valueText(newest.value);
    return event.trigger.length === 0 ? "" : valueText(event.trigger[0].value);
  });
  return (
    <span class="wall-value">
      <output aria-live="off">{text}</output>
      <span class="unit">{stream === undefined ? "" : unitOf(stream) ?? ""}</span>
    </span>
  );
}
