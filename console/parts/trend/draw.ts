import type uPlot from "uplot";
import { severityLook } from "../severity.ts";
import type { TrendBand, TrendLimit } from "./types.ts";

type Colour = (name: string) => string;

/** The colours of the theme as they are now: a canvas takes no custom property and no `light-dark()`. */
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

/** The times of events, behind the curve. */
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
    ctx.fillStyle = colour(`--tint${severityLook(severity).rank}`);
    ctx.fillRect(from, bbox.top, Math.max(2, to - from), bbox.height);
  }
  ctx.restore();
}

/** Thresholds: dashed, with their name and severity at the right edge. */
export function drawLimits(
  chart: uPlot,
  { limits, colour }: { limits: readonly TrendLimit[]; colour: Colour },
): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `${12 * scale}px Inter, system-ui, sans-serif`;
  ctx.textAlign = "right";
  ctx.textBaseline = "bottom";
  for (const { value, severity, label } of limits) {
    const y = Math.round(chart.valToPos(value, "y", true)) + 0.5;
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = colour("--muted");
    ctx.setLineDash([6 * scale, 4 * scale]);
    ctx.lineWidth = scale;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillStyle = colour("--muted");
    ctx.fillText(
      `${severityLook(severity).rank} · ${label}`,
      bbox.left + bbox.width - 4 * scale,
      y - 2 * scale,
    );
  }
  ctx.restore();
}
