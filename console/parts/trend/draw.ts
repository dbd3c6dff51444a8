import type uPlot from "uplot";
import { severityInfo } from "../severity.ts";
import { labelRows } from "./label_rows.ts";
import type { LaneBox } from "./lanes.ts";
import type { TrendBand, TrendLimit, TrendView } from "./types.ts";

/** The colours of the current theme. */
export interface ThemeColours {
  /** The colour of a token, such as `--muted`, with an opacity. */
  of(name: string, opacity?: number): string;
  /** Reads them again at the next use. */
  clear(): void;
}

/** Reads the theme's colours, because a canvas accepts no custom properties or `light-dark()`. */
export function themeColours(host: HTMLElement): ThemeColours {
  const known = new Map<string, string>();
  return {
    of(name, opacity = 1) {
      const key = `${name} ${opacity}`;
      let colour = known.get(key);
      if (colour === undefined) known.set(key, colour = readColour(host, { name, opacity }));
      return colour;
    },
    clear: () => known.clear(),
  };
}

/** As `themeColours`, for one drawing. */
export function readColours(host: HTMLElement): (name: string) => string {
  const colours = themeColours(host);
  return (name) => colours.of(name);
}

function readColour(host: HTMLElement, { name, opacity }: { name: string; opacity: number }): string {
  const probe = host.ownerDocument.createElement("span");
  const colour = matchMedia("(forced-colors: active)").matches ? forcedColour(name) : `var(${name})`;
  // Otherwise the system's colours would take the place of every colour, also of those that tell curves apart.
  probe.style.setProperty("forced-color-adjust", "none");
  probe.style.color = `color-mix(in srgb, ${colour} ${opacity * 100}%, transparent)`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Ink and paper are the system's; curves and severities keep their own colours. */
function forcedColour(name: string): string {
  const tint = /^--tint(\d)$/.exec(name)?.[1];
  if (tint !== undefined) return `color-mix(in srgb, var(--sev${tint}) 45%, Canvas)`;
  return FORCED[name] ?? `var(${name})`;
}

const FORCED: Readonly<Record<string, string>> = {
  "--text": "CanvasText",
  "--muted": "CanvasText",
  "--line-strong": "CanvasText",
  "--line": "GrayText",
  "--quiet": "GrayText",
  "--ground": "Canvas",
  "--panel": "Canvas",
  "--raised": "Canvas",
};

interface Bands {
  bands: readonly TrendBand[];
  colours: ThemeColours;
}

/** Draws the times of events behind the curve. */
export function drawBands(chart: uPlot, { bands, colours }: Bands): void {
  for (const { fromMs, toMs, severity } of bands) {
    fillTime(chart, { fromMs, toMs, colour: colours.of(`--tint${severityInfo(severity).rank}`) });
  }
}

/** Draws the times that were not read. */
export function drawUnread(
  chart: uPlot,
  { unread, colours }: { unread: readonly TrendView[]; colours: ThemeColours },
): void {
  for (const { fromMs, toMs } of unread) {
    fillTime(chart, { fromMs, toMs, colour: colours.of("--line", 0.35) });
  }
}

function fillTime(chart: uPlot, { fromMs, toMs, colour }: TrendView & { colour: string }): void {
  const { ctx, bbox } = chart;
  const from = Math.max(bbox.left, chart.valToPos(fromMs / 1_000, "x", true));
  const to = Math.min(bbox.left + bbox.width, chart.valToPos(toMs / 1_000, "x", true));
  if (to < from) return;
  ctx.save();
  ctx.fillStyle = colour;
  ctx.fillRect(from, bbox.top, Math.max(2, to - from), bbox.height);
  ctx.restore();
}

export const LABEL_FONT_PX = 12;
const LABEL_HEIGHT = 16, LABEL_GAP = 8, MOST_LABEL_PX = 190;

function labelText({ severity, label, isEnd }: TrendLimit): string {
  return isEnd ? label : `${severityInfo(severity).rank} · ${label}`;
}

export function labelFont(scale: number): string {
  return `${LABEL_FONT_PX * scale}px Inter, system-ui, sans-serif`;
}

/** The room that the labels of thresholds need beside the curve, in CSS pixels. */
export function labelGutter(limits: readonly TrendLimit[]): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null || limits.length === 0) return 0;
  context.font = labelFont(1);
  const widest = Math.max(...limits.map((limit) => context.measureText(labelText(limit)).width));
  return Math.min(MOST_LABEL_PX, Math.ceil(widest)) + 2 * LABEL_GAP;
}

interface Limits {
  limits: readonly TrendLimit[];
  scale: string;
  /** The lane of the curve. */
  box: LaneBox;
  hasLabels: boolean;
  colours: ThemeColours;
}

/** Draws thresholds as dashed lines, dotted where an event ends, and their labels beside the curve. */
export function drawLimits(chart: uPlot, { limits, scale, box, hasLabels, colours }: Limits): void {
  const { ctx, bbox } = chart;
  const top = bbox.top + bbox.height * box.top, bottom = bbox.top + bbox.height * box.bottom;
  const shown = limits
    .map((limit) => ({ limit, y: Math.round(chart.valToPos(limit.value, scale, true)) + 0.5 }))
    .filter(({ y }) => y >= top && y <= bottom);
  ctx.save();
  for (const { limit: { isEnd }, y } of shown) {
    drawLimit(chart, { y, dash: isEnd ? DOTTED : DASHED, colours });
  }
  if (hasLabels) drawLabels(chart, { shown, top, bottom, colours });
  ctx.restore();
}

const DASHED = [6, 4], DOTTED = [1, 3];

function drawLimit(
  { ctx, bbox }: uPlot,
  { y, dash, colours }: { y: number; dash: readonly number[]; colours: ThemeColours },
): void {
  ctx.strokeStyle = colours.of("--muted");
  ctx.setLineDash(dash.map((px) => px * devicePixelRatio));
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
}

function drawLabels(
  { ctx, bbox }: uPlot,
  { shown, top, bottom, colours }: {
    shown: readonly { limit: TrendLimit; y: number }[];
    top: number;
    bottom: number;
    colours: ThemeColours;
  },
): void {
  const scale = devicePixelRatio, right = bbox.left + bbox.width;
  const rows = labelRows(shown, { height: LABEL_HEIGHT * scale, top, bottom });
  ctx.font = labelFont(scale);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.setLineDash([]);
  ctx.strokeStyle = colours.of("--muted");
  ctx.fillStyle = colours.of("--text");
  shown.forEach(({ limit, y }, i) => {
    ctx.beginPath();
    ctx.moveTo(right, y);
    ctx.lineTo(right + LABEL_GAP * scale, rows[i]!);
    ctx.stroke();
    // The font may have been measured before it was loaded: a label is condensed rather than cut.
    const from = right + (LABEL_GAP + 4) * scale, room = ctx.canvas.width - from - scale;
    ctx.fillText(labelText(limit), from, rows[i]!, Math.min(MOST_LABEL_PX * scale, room));
  });
}
