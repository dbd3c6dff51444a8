import { computed } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { RuleEvent } from "../../api/client.ts";
import type { NamedStream } from "./deciding_stream.ts";
import { valueFormatter } from "../../parts/event_text.ts";
import { clearingText, isCleared, type Limit, limitText } from "../../parts/limit_text.ts";
import type { StreamValue } from "../../live/stream_values.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";

interface TileValueProps {
  id: string;
  event: RuleEvent;
  /** The stream that decided the event, as it is named today; undefined: its newest value is not shown. */
  stream: NamedStream | undefined;
}

/** "71.2 °C, limit 72", "69 °C, limit 72, clearing, 3 s": the newest value of the deciding stream; "no data" without. */
export function TileValue({ id, event, stream }: TileValueProps) {
  const { live } = useConsole();
  const nowMs = useNow();
  const { trigger: [first], limit } = event;
  const sample = stream === undefined ? undefined : live.streams.of(stream.stream_name);
  const format = useMemo(() => valueFormatter(stream?.uom), [stream?.stream_name, stream?.uom]);
  const clearedAt = useRef<number | undefined>(undefined);
  // Rebuilt for another event or stream: of those a computed signal learns nothing.
  const text = useMemo(() =>
    computed(() => {
      if (event.data_state === "unknown") return "— no data";
      const newest = sample?.value;
      if (newest !== undefined) return newest.quality === "bad" ? "—" : format(newest.value);
      if (first === undefined) return "";
      return event.is_active ? format(first.value) : "—";
    }), [event, sample]);
  const rest = useMemo(() =>
    computed(() => {
      const newest = sample?.value;
      if (limit === null || newest === undefined || !event.is_active) return "";
      clearedAt.current = clearedAtMs(limit, newest, clearedAt.current);
      return clearingText(limit, {
        value: newest.value,
        clearedAtMs: clearedAt.current,
        nowMs: nowMs.value,
      }) ?? "";
    }), [event, sample]);
  const unit = useMemo(
    () => computed(() => text.value.startsWith("—") ? "" : stream?.uom ?? ""),
    [text, stream?.uom],
  );
  return (
    <span id={id} class="wall-value">
      <output aria-live="off">{text}</output>
      <span class="unit">{unit}</span>
      {limit !== null && limit.stream === first?.stream && <span class="wall-limit">{limitText(limit)}</span>}
      <span class="wall-clearing">{rest}</span>
    </span>
  );
}

/** When the value came back to the normal side; undefined while it is on the other. */
function clearedAtMs(
  limit: Limit,
  { value, timestamp }: StreamValue,
  before: number | undefined,
): number | undefined {
  if (typeof value !== "number" || !isCleared(limit, value)) return undefined;
  return before ?? Date.parse(timestamp);
}
