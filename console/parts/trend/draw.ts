import type uPlot from "uplot";
import { severityInfo } from "../severity.ts";
import type { TrendBand, TrendLimit } from "./types.ts";

type Colour = (name: string) => string;

/** Reads the colours of the current theme, because a canvas accepts no custom properties or `light-dark()`. */
export function readColours(host: HTMLElement): Colour {
  const probe = host.ownerDocument.createElement("span");
  return (name) => {
    probe.style.color = `var(${name})`;
    host.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

/** Draws the times of events behind the curve. */
export function drawBands(
  chart: uPlot,
  { bands, colour }: { bands: readonly TrendBand[]; colour: Colour },
): void {
  const { ctx, bbox } = chart;
  ctx.save();
  for (const { fromMs, toMs, severity } of bands) {
    const from = Math.max(bbox.left, chart.valToPos(fromMs / 1_000, "x", true));
    const to = Math.min(bbox.left + bbox.width, chart.valToPos(toMs / 1_000, "x", true));
    if (to < from) continue;
    ctx.fillStyle = colour(`--tint${severityInfo(severity).rank}`);
    ctx.fillRect(from, bbox.top, Math.max(2, to - from), bbox.height);
  }
  ctx.restore();
}

/** Draws thresholds as dashed lines, with name and severity at the right edge. */
export function drawLimits(
  chart: uPlot,
  { limits, colour }: { limits: readonly TrendLimit[]; colour: Colour },
): void {
  const { top, height } = chart.bbox;
  const shown = limits
    .map((limit) => ({ ...limit, y: Math.round(chart.valToPos(limit.value, "y", true)) + 0.5 }))
    .filter(({ y }) => y >= top && y <= top + height);
  chart.ctx.save();
  for (const { y } of shown) drawLimit(chart, { y, colour });
  for (const { y, severity, label } of shown) {
    drawLabel(chart, { y, text: `${severityInfo(severity).rank} · ${label}`, colour });
  }
  chart.ctx.restore();
}

function drawLimit({ ctx, bbox }: uPlot, { y, colour }: { y: number; colour: Colour }): void {
  ctx.strokeStyle = colour("--muted");
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
}

/** Above its line, or below it if there is no room. */
function drawLabel(
  { ctx, bbox }: uPlot,
  { y, text, colour }: { y: number; text: string; colour: Colour },
): void {
  const scale = devicePixelRatio;
  ctx.font = `${12 * scale}px Inter, system-ui, sans-serif`;
  ctx.textAlign = "right";
  ctx.textBaseline = "bottom";
  const right = bbox.left + bbox.width - 4 * scale;
  const bottom = y - 18 * scale < bbox.top ? y + 18 * scale : y - 2 * scale;
  const width = ctx.measureText(text).width;
  ctx.globalAlpha = 0.85;
  ctx.fillStyle = colour("--panel");
  ctx.fillRect(right - width - 4 * scale, bottom - 15 * scale, width + 8 * scale, 16 * scale);
  ctx.globalAlpha = 1;
  ctx.fillStyle = colour("--text");
  ctx.fillText(text, right, bottom);
}
