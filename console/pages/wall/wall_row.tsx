import { useComputed } from "@preact/signals";
import { machineOf } from "../../parts/machine.ts";
import { SeverityGlyph, StateGlyph } from "../../parts/glyph.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { severityInfo } from "../../parts/severity.ts";
import { useNow } from "../../shell/now_context.ts";
import { TileValue } from "./tile_value.tsx";
import { tileLabel } from "./wall_model.ts";
import type { TileProps } from "./wall_tile.tsx";

/** What is normal again, in one line: the machine, what was wrong, the present value and since when it is normal. */
export function WallRow({ item, isCurrent, onFocus, acknowledge, placeOf, unitOf }: TileProps) {
  const nowMs = useNow();
  const { event, waiting } = item;
  const place = placeOf(event.plant_node_floc_id);
  const { machine } = machineOf(event, place);
  const endMs = Date.parse(event.end_time ?? event.start_time);
  const length = useComputed(() => durationText(Math.max(0, nowMs.value - endMs)));
  const minuteMs = useComputed(() => Math.floor(nowMs.value / 60_000) * 60_000);
  const isReturned = waiting.length > 0;
  return (
    <li>
      <div
        class={`wall-row ${isReturned ? `returned s${severityInfo(event.severity).rank}` : "ended"}`}
        role="group"
        data-key={item.key}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={tileLabel(item, { machine, nowMs: minuteMs.value, duration: durationText })}
        onFocus={onFocus}
      >
        {isReturned
          ? <SeverityGlyph severity={event.severity} label={null} isReturned />
          : <StateGlyph state="normal" />}
        <span class="wall-row-what">
          <a
            class="wall-name"
            href={`/events/${event.id}`}
            tabIndex={isCurrent ? 0 : -1}
            title={[event.event_name, place?.path ?? ""].filter((text) => text !== "").join("\n")}
          >
            {machine}
          </a>{" "}
          <span class="wall-what">{event.display_name}</span>
        </span>
        <TileValue event={event} unitOf={unitOf} />
        <span class="wall-since">{isReturned ? `normal for ${length}` : `ended ${length} ago`}</span>
        {isReturned && acknowledge !== undefined && (
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
