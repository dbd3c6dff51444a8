import { useSignal } from "@preact/signals";
import { CalendarRange, Undo2 } from "lucide";
import { TimeDialog } from "../lists/time_dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { pannedView, zoomedView } from "../parts/trend/view.ts";
import { useConsole } from "../shell/console.ts";
import type { SpanChoice } from "./span_choice.ts";
import { RANGES, spanAt, spanOfView, spanProblem } from "./trend_span.ts";

/** The span of trends: presets that end now, moving and zooming, from–to, and back to the span before. */
export function SpanTools({ choice }: { choice: SpanChoice }) {
  const { span, go, undo } = choice;
  const isOpen = useSignal(false);
  const isLive = span.range !== "";
  const view = () => spanAt(span, Date.now());
  const bounds = () => ({ latestMs: Date.now() });
  const show = (next: ReturnType<typeof view>) => go(spanOfView(next, { isLive, nowMs: Date.now() }));
  const pan = (share: number) => {
    const { fromMs, toMs } = view();
    show(pannedView(view(), { byMs: (toMs - fromMs) * share, ...bounds() }));
  };
  const zoom = (factor: number) => {
    const { fromMs, toMs } = view();
    show(zoomedView(view(), { factor, atMs: isLive ? toMs : (fromMs + toMs) / 2, ...bounds() }));
  };
  return (
    <>
      <div class="segments" role="group" aria-label="Time">
        {RANGES.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-pressed={span.range === name}
            onClick={() => go({ range: name, fromMs: 0, toMs: 0 })}
          >
            {label}
          </button>
        ))}
      </div>
      <div class="segments few" role="group" aria-label="Move and zoom">
        <button type="button" aria-label="Earlier" onClick={() => pan(-0.5)}>←</button>
        <button type="button" aria-label="Later" disabled={isLive} onClick={() => pan(0.5)}>→</button>
        <button type="button" aria-label="Zoom in" onClick={() => zoom(0.5)}>+</button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(2)}>−</button>
      </div>
      <button type="button" disabled={undo === undefined} title="Back to the previous time" onClick={undo}>
        <Icon node={Undo2} />
        Undo
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => isOpen.value = true}
      >
        <Icon node={CalendarRange} />
        Dates
      </button>
      {isOpen.value && (
        <TimeDialog
          span={view()}
          boundedProblem={spanProblem}
          go={({ fromMs = 0, toMs = 0 }) => {
            isOpen.value = false;
            go({ range: "", fromMs, toMs });
          }}
          onClose={() => isOpen.value = false}
        />
      )}
    </>
  );
}

/** The time that is shown, when no preset says it. */
export function SpanText({ choice: { span } }: { choice: SpanChoice }) {
  const { time } = useConsole();
  if (span.range !== "") return <span class="muted">Live</span>;
  return <span class="muted">{time.full(span.fromMs)} to {time.full(span.toMs)}</span>;
}
