import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { RuleEvent } from "../../api/client.ts";
import { lengthMs } from "../../parts/event_text.ts";
import { machineOf } from "../../parts/machine.ts";
import { numberText } from "../../parts/numbers.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { SeverityGlyph, StateGlyph } from "../../parts/glyph.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { severityInfo } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { tileLabel, toAcknowledge } from "./wall_model.ts";
import { isSourceLost, type WallItem } from "./wall_order.ts";
import type { NamedStream } from "./deciding_stream.ts";
import { TileValue } from "./tile_value.tsx";

export interface TileLookups {
  placeOf(floc: string | null): PlantLocation | undefined;
  /** The stream that decided an event, as it is named today. */
  streamOf(event: RuleEvent): NamedStream | undefined;
}

/** Draws what selects a tile. */
export type TileMark = (item: WallItem) => ComponentChildren;

interface TileProps extends TileLookups {
  item: WallItem;
  isCurrent: boolean;
  /** One line, beneath the tiles: what is normal again. */
  isRow?: boolean;
  onFocus(): void;
  mark?: ComponentChildren;
  /** Undefined if the role may not acknowledge. */
  acknowledge?(): void;
}

/** A rule on a machine: the machine, what is wrong in words, and the value against its limit. */
export function WallTile(
  { item, isCurrent, onFocus, mark, acknowledge, placeOf, streamOf, isRow = false }: TileProps,
) {
  const { time } = useConsole();
  const { event, waiting, count, isChattering } = item;
  const place = placeOf(event.plant_node_floc_id);
  const { machine, area } = machineOf(event, place);
  const label = tileLabel(item, { machine, area, timeText: time.moment });
  const described = useId();
  const isReturned = !event.is_active && waiting.length > 0;
  const mayAcknowledge = (event.is_active || isReturned) && toAcknowledge(item).length > 0;
  return (
    <li>
      <div
        class={`${isRow ? "wall-row" : "wall-tile"} ${stateClass(item)}`}
        role="group"
        data-key={item.key}
        data-active={event.is_active ? "" : undefined}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={label}
        aria-describedby={`${described}-value ${described}-note`}
        onFocus={onFocus}
      >
        {event.is_active || isReturned
          ? <SeverityGlyph severity={event.severity} label={null} isReturned={isReturned} />
          : <StateGlyph state="normal" />}
        {mark}
        <span class="wall-line">
          <a
            class="wall-name"
            href={`/events/${event.id}`}
            tabIndex={isCurrent ? 0 : -1}
            title={[event.event_name, place?.path ?? ""].filter((text) => text !== "").join("\n")}
          >
            {machine}
          </a>
          {(count > 1 || isChattering) && <Times count={count} isChattering={isChattering} />}
        </span>
        <span class="wall-what">{event.display_name}</span>
        <TileValue id={`${described}-value`} event={event} stream={streamOf(event)} />
        <span class="wall-of">
          {area !== "" && <span title={place?.path}>{area}</span>}
          <Length event={event} />
        </span>
        {event.note !== null && (
          <span id={`${described}-note`} class="wall-note" title={event.note}>“{event.note}”</span>
        )}
        {mayAcknowledge && acknowledge !== undefined && (
          <button
            type="button"
            class="wall-ack"
            tabIndex={isCurrent ? 0 : -1}
            aria-label={`Ack: acknowledge ${machine}, ${event.display_name}`}
            onClick={acknowledge}
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

function stateClass({ event, waiting }: WallItem): string {
  const { is_active, acknowledged_at, severity, data_state } = event;
  const { rank } = severityInfo(severity);
  const isReturned = !is_active && waiting.length > 0;
  return [
    ...is_active || isReturned ? [`s${rank}`] : ["ended"],
    ...is_active && acknowledged_at === null ? ["open"] : [],
    ...isReturned ? ["returned"] : [],
    ...isSourceLost(event) ? ["source-lost"] : [],
    ...data_state === "unknown" ? ["unknown"] : [],
  ].join(" ");
}

/** "12 min" of an active event; "normal since 12 s" once it has ended. */
function Length({ event }: { event: RuleEvent }) {
  const nowMs = useNow();
  const { end_time } = event;
  const text = useComputed(() =>
    end_time === null
      ? durationText(lengthMs(event, nowMs.value))
      : `${event.close_reason === "condition_cleared" ? "normal since" : "closed since"} ${
        durationText(Math.max(0, nowMs.value - Date.parse(end_time)))
      }`
  );
  return <span class="wall-length">{text}</span>;
}
