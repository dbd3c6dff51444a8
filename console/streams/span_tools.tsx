import { useSignal } from "@preact/signals";
import { CalendarRange, Undo2 } from "lucide";
import { useId } from "preact/hooks";
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
      <button type="button" disabled={undo === undefined} title="Back to the time before" onClick={undo}>
        <Icon node={Undo2} />
        Undo
      </button>
      <button
        type="button"
        aria-expanded={isOpen.value}
        onClick={() => isOpen.value = !isOpen.value}
      >
        <Icon node={CalendarRange} />
        Dates
      </button>
      {isOpen.value && <SpanDates key={`${span.range} ${span.fromMs} ${span.toMs}`} choice={choice} />}
    </>
  );
}

/** A span by its two times, in the plant's zone. */
function SpanDates({ choice: { span, go } }: { choice: SpanChoice }) {
  const { time } = useConsole();
  const id = useId();
  const { fromMs, toMs } = spanAt(span, Date.now());
  const from = useSignal(time.field(fromMs)), to = useSignal(time.field(toMs));
  const problem = useSignal<string | undefined>(undefined);
  function show(event: Event): void {
    event.preventDefault();
    const next = { fromMs: time.fromField(from.value), toMs: time.fromField(to.value) };
    problem.value = spanProblem(next);
    if (problem.value === undefined) go({ range: "", ...next });
  }
  const field = (label: string, value: typeof from) => (
    <label>
      {label}
      <input
        type="datetime-local"
        step="1"
        value={value}
        aria-invalid={problem.value !== undefined ? "true" : undefined}
        aria-describedby={problem.value !== undefined ? id : undefined}
        onInput={({ currentTarget }) => value.value = currentTarget.value}
      />
    </label>
  );
  return (
    <form class="span-dates" aria-label="Dates" onSubmit={show}>
      {field(`From (${time.zoneName})`, from)}
      {field(`To (${time.zoneName})`, to)}
      <button type="submit">Show</button>
      {problem.value !== undefined && <p class="issue" id={id} role="alert">{problem.value}</p>}
    </form>
  );
}

/** The time that is shown, when no preset says it. */
export function SpanText({ choice: { span } }: { choice: SpanChoice }) {
  const { time } = useConsole();
  if (span.range !== "") return <span class="muted">Live</span>;
  return <span class="muted">{time.full(span.fromMs)} to {time.full(span.toMs)} {time.zoneName}</span>;
}
