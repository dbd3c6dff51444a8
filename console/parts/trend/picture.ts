import { themeColours } from "./draw.ts";
import { traceDash, traceName } from "./curves.ts";
import type { TrendSeries } from "./types.ts";

const MARGIN = 16, ROW = 22, TRACE = 24, FONT = "13px Inter, system-ui, sans-serif";

/** A displayed chart with the names of its curves, as a PNG in the theme's colours; null when it cannot be made. */
export async function trendPicture(
  figure: HTMLElement,
  { series }: { series: readonly TrendSeries[] },
): Promise<Blob | null> {
  const chart = figure.querySelector("canvas"), canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (chart === null || context === null) return null;
  const colours = themeColours(figure), scale = devicePixelRatio;
  canvas.width = chart.width + 2 * MARGIN * scale;
  canvas.height = chart.height + (2 * MARGIN + series.length * ROW) * scale;
  context.fillStyle = colours.of("--panel");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, MARGIN * scale, (MARGIN + series.length * ROW) * scale);
  context.scale(scale, scale);
  context.font = FONT;
  context.textBaseline = "middle";
  series.forEach(({ label, unit, pastOf }, index) => {
    const y = MARGIN + ROW * (index + 0.5);
    context.strokeStyle = colours.of(traceName(pastOf ?? index));
    context.lineWidth = pastOf === undefined ? 3 : 1.5;
    context.setLineDash(pastOf === undefined ? traceDash(index) : [4, 4]);
    context.beginPath();
    context.moveTo(MARGIN, y);
    context.lineTo(MARGIN + TRACE, y);
    context.stroke();
    context.fillStyle = colours.of("--text");
    context.fillText(unit === null ? label : `${label} (${unit})`, MARGIN + TRACE + 8, y);
  });
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
