import { useSignal } from "@preact/signals";
import type { TargetedPointerEvent } from "preact";
import { decimalText } from "../numbers.ts";
import type { ChartControl } from "./chart_control.ts";
import type { PlotFrame } from "./plot.ts";
import { roundedTo, stepOf, valueAfterKey } from "./limit_steps.ts";

/** A threshold that a person can move on the chart. */
export interface LimitHandle {
  key: string;
  /** "Bearing temperature too high, limit". */
  label: string;
  value: number;
  unit: string | null;
  set(value: number): void;
}

interface HandlesProps {
  control: ChartControl;
  handles: readonly LimitHandle[];
  /** Called when a person takes a threshold, and when it is let go. */
  onDrag(isDragging: boolean): void;
}

/** Over the plot: thresholds that are dragged up and down, or moved by arrow keys. */
export function LimitHandles({ control, handles, onDrag }: HandlesProps) {
  const frame = control.frame.value;
  if (frame === null || frame.height === 0) return null;
  return (
    <div class="limit-handles" role="group" aria-label="Limits that can be moved">
      {handles.map((handle) => <Handle key={handle.key} {...{ handle, frame, onDrag }} />)}
    </div>
  );
}

interface HandleProps extends Pick<HandlesProps, "onDrag"> {
  handle: LimitHandle;
  frame: PlotFrame;
}

function Handle({ handle: { label, value, unit, set }, frame, onDrag }: HandleProps) {
  const dragged = useSignal<{ fromPx: number; fromValue: number } | null>(null);
  const { min, max, top, height } = frame;
  const step = stepOf(max - min);
  const within = Math.max(min, Math.min(max, value));
  const atPx = top + height * (max - within) / (max - min || 1);
  const text = [decimalText(value, Math.max(0, -Math.floor(Math.log10(step)))), unit].filter(Boolean).join(
    " ",
  );

  function onPointerDown(event: TargetedPointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.value = { fromPx: event.clientY, fromValue: within };
    onDrag(true);
  }

  function onPointerMove({ clientY }: PointerEvent): void {
    if (dragged.value === null) return;
    const { fromPx, fromValue } = dragged.value;
    const to = fromValue + (fromPx - clientY) / height * (max - min);
    set(roundedTo(Math.max(min, Math.min(max, to)), step));
  }

  function end(): void {
    if (dragged.value === null) return;
    dragged.value = null;
    onDrag(false);
  }

  return (
    <div
      class={dragged.value === null ? "limit-handle" : "limit-handle dragged"}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      title={`${label}: drag, or press ↑ ↓`}
      style={{
        insetBlockStart: `${atPx}px`,
        insetInlineStart: `${frame.left}px`,
        inlineSize: `${frame.width}px`,
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const to = valueAfterKey(event.key, { value, step, min, max });
        if (to === undefined) return;
        event.preventDefault();
        set(to);
      }}
    >
      <span class="limit-grip" aria-hidden="true">{text}</span>
    </div>
  );
}
