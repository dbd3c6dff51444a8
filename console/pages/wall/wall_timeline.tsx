import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { EventTable } from "../../events/event_table.tsx";
import { dataUntilMs, isStale } from "../../live/staleness.ts";
import { onColourChange } from "../../parts/colour_changes.ts";
import { readColours } from "../../parts/trend/draw.ts";
import { numberText } from "../../parts/numbers.ts";
import { severityInfo } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { isBefore, itemOrder } from "./wall_order.ts";
import type { Wall } from "./wall_model.ts";
import { type Lane, lanesOf, spanAt, ticksOf } from "./timeline_model.ts";

const LANE_PX = 28;
const HEAD_PX = 24;

/** A drawn timeline of events, and the same events as an accessible table. */
export function WallTimeline({ wall, hours, isScreen }: { wall: Wall; hours: number; isScreen: boolean }) {
  const { preferences, live } = useConsole();
  const nowMs = useNow();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { route } = useLocation();
  const lanes = lanesOf(wall);
  const toMs = Math.ceil(nowMs.value / 5_000) * 5_000;
  const fromMs = toMs - hours * 3_600_000;
  const { time } = useConsole();
  const theme = preferences.theme.value;
  const noDataFromMs = isStale(live) ? within(dataUntilMs(live) ?? fromMs, { fromMs, toMs }) : undefined;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const draw = () => drawLanes(element, { lanes, fromMs, toMs, noDataFromMs, clock: time.clock });
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    const stopRedrawing = onColourChange(draw);
    return () => {
      observer.disconnect();
      stopRedrawing();
    };
  }, [wall, toMs, hours, theme, noDataFromMs]);
  const events = lanes.flatMap(({ events }) => events).sort(timelineOrder);
  return (
    <div class={noDataFromMs === undefined ? "timeline" : "timeline no-data"}>
      <div class="panel lanes" style={{ "--lane": `${LANE_PX}px`, "--lanes-head": `${HEAD_PX}px` }}>
        <ol class="lane-names" aria-hidden="true">
          {lanes.map(({ key, title, events }) => (
            <li key={key}>
              <span>{title}</span>
              <span class="muted">{numberText(events.length)}</span>
            </li>
          ))}
        </ol>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Timeline of events in the last ${hours} h; the table below lists the same events${
            noDataFromMs === undefined ? "" : `; no data since ${time.moment(noDataFromMs)}`
          }`}
          style={{ blockSize: `${HEAD_PX + lanes.length * LANE_PX}px` }}
          onClick={({ offsetX, offsetY, currentTarget }) => {
            const lane = lanes[Math.floor((offsetY - HEAD_PX) / LANE_PX)];
            const perPx = (toMs - fromMs) / currentTarget.clientWidth;
            const hit = lane === undefined
              ? undefined
              : spanAt(lane, { atMs: fromMs + offsetX * perPx, nearMs: perPx * 4, nowMs: toMs });
            if (hit !== undefined) route(`/events/${hit.id}`);
          }}
        />
      </div>
      {!isScreen && <EventTable events={events} label="Events of this time" />}
    </div>
  );
}

/** Active ones in the order of the wall, then the newest. */
function timelineOrder(a: RuleEvent, b: RuleEvent): number {
  if (!a.is_active && !b.is_active) return isBefore(a, b) ? 1 : -1;
  return itemOrder({ event: a, waiting: [] }, { event: b, waiting: [] });
}

function within(ms: number, { fromMs, toMs }: { fromMs: number; toMs: number }): number {
  return Math.min(toMs, Math.max(fromMs, ms));
}

interface Drawing {
  lanes: readonly Lane[];
  fromMs: number;
  toMs: number;
  /** Start of the time without data; active events are drawn up to here. */
  noDataFromMs: number | undefined;
  clock(ms: number): string;
}

function drawLanes(
  canvas: HTMLCanvasElement,
  { lanes, fromMs, toMs, noDataFromMs, clock }: Drawing,
): void {
  const width = canvas.clientWidth;
  const height = HEAD_PX + lanes.length * LANE_PX;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const context = canvas.getContext("2d");
  if (context === null || canvas.parentElement === null) return;
  const colour = readColours(canvas.parentElement);
  const x = (ms: number) => Math.max(0, Math.min(width, (ms - fromMs) / (toMs - fromMs) * width));
  context.scale(devicePixelRatio, devicePixelRatio);
  drawGrid(context, { ticks: ticksOf({ fromMs, toMs, width }), x, width, height, clock, colour });
  lanes.forEach(({ events }, index) => {
    const top = HEAD_PX + index * LANE_PX;
    context.fillStyle = colour("--line");
    context.fillRect(0, top + LANE_PX - 0.5, width, 0.5);
    for (const event of events) drawSpan(context, { event, x, top, toMs: noDataFromMs ?? toMs, colour });
  });
  if (noDataFromMs !== undefined) drawNoData(context, { from: x(noDataFromMs), width, height, colour });
}

const HATCH_PX = 8;

/** Hatches the time without data. */
function drawNoData(
  context: CanvasRenderingContext2D,
  { from, width, height, colour }: { from: number } & Pick<Grid, "width" | "height" | "colour">,
): void {
  context.save();
  context.beginPath();
  context.rect(from, HEAD_PX, Math.max(2, width - from), height - HEAD_PX);
  context.clip();
  context.fillStyle = colour("--ground");
  context.fill();
  context.strokeStyle = colour("--line-strong");
  context.lineWidth = 1;
  for (let at = from - height; at < width; at += HATCH_PX) {
    context.beginPath();
    context.moveTo(at, height);
    context.lineTo(at + height, 0);
    context.stroke();
  }
  context.restore();
}

interface Grid {
  ticks: readonly number[];
  x(ms: number): number;
  width: number;
  height: number;
  clock(ms: number): string;
  colour(name: string): string;
}

function drawGrid(context: CanvasRenderingContext2D, { ticks, x, width, height, clock, colour }: Grid): void {
  context.font = "12px Inter, system-ui, sans-serif";
  context.textAlign = "center";
  const [line, muted] = [colour("--line"), colour("--muted")];
  for (const tick of ticks) {
    context.fillStyle = line;
    context.fillRect(x(tick), HEAD_PX, 1, height - HEAD_PX);
    context.fillStyle = muted;
    context.fillText(clock(tick), Math.max(18, Math.min(x(tick), width - 18)), 15);
  }
}

interface Span extends Pick<Grid, "x" | "colour"> {
  event: RuleEvent;
  top: number;
  toMs: number;
}

/** Severity sets height and colour; ended events are paler. */
function drawSpan(context: CanvasRenderingContext2D, { event, x, top, toMs, colour }: Span): void {
  const { rank } = severityInfo(event.severity);
  const from = x(Date.parse(event.start_time));
  const to = x(event.end_time === null ? toMs : Date.parse(event.end_time));
  const height = LANE_PX - 6 - (rank - 1) * 4;
  const y = top + (LANE_PX - height) / 2;
  context.globalAlpha = event.is_active ? 1 : 0.45;
  context.fillStyle = colour(`--sev${rank}`);
  context.fillRect(from, y, Math.max(2, to - from), height);
  context.globalAlpha = 1;
}
