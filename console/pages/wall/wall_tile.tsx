import { useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { RuleEvent } from "../../api/client.ts";
import { lengthMs, nameParts, valueFormatter } from "../../parts/event_text.ts";
import { numberText } from "../../parts/numbers.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { SeverityGlyph, StateGlyph } from "../../parts/glyph.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { severityInfo } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { tileLabel, type WallItem } from "./wall_model.ts";

export interface TileParts {
  placeOf(floc: string | null): PlantLocation | undefined;
  unitOf(stream: string): string | undefined;
}

interface TileProps extends TileParts {
  item: WallItem;
  isCurrent: boolean;
  onFocus(): void;
  /** Undefined if the role may not acknowledge. */
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
      title={isChattering ? "Chattering: raised again and again" : "Occurrences in the selected hours"}
    >
      {isChattering && "≈ "}×{numberText(count)}
    </span>
  );
}

function tileClass({ is_active, acknowledged_at, severity, data_state }: RuleEvent): string {
  const { rank } = severityInfo(severity);
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

/** The newest value of the stream that triggered the event; a dash without data. */
function Value({ event, unitOf }: { event: RuleEvent } & Pick<TileParts, "unitOf">) {
  const { live } = useConsole();
  const stream = event.trigger[0]?.stream;
  const sample = stream === undefined ? undefined : live.streams.of(stream);
  const format = useMemo(valueFormatter, [stream]);
  const text = useComputed(() => {
    if (event.data_state === "unknown") return "— no data";
    const newest = sample?.value;
    if (newest !== undefined) return newest.quality === "bad" ? "—" : format(newest.value);
    return event.trigger.length === 0 ? "" : format(event.trigger[0].value);
  });
  return (
    <span class="wall-value">
      <output aria-live="off">{text}</output>
      <span class="unit">{stream === undefined ? "" : unitOf(stream) ?? ""}</span>
    </span>
  );
}
