/** The readings of Prometheus' text by `name{labels}`. Throws on a line that the format does not have. */
export function readingsOf(text: string): Map<string, number> {
  const readings = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    if (/^# (HELP|TYPE) [a-z_]+ /.test(line)) continue;
    const [, series, value] = LINE.exec(line) ?? [];
    if (series === undefined) throw new Error(`No line of the format: ${line}`);
    if (readings.has(series)) throw new Error(`Duplicate series: ${series}`);
    readings.set(series, value === "+Inf" ? Infinity : Number(value));
  }
  return readings;
}

const LABEL = String.raw`[a-z_]+="(?:[^"\\\n]|\\["\\n])*"`;
const LINE = new RegExp(String.raw`^([a-z_]+(?:\{${LABEL}(?:,${LABEL})*\})?) (\+Inf|-?[0-9.e+-]+)$`);

/** The sum of a family's readings over all its labels. */
export function sumOf(readings: Map<string, number>, name: string): number {
  const own = [...readings].filter(([series]) => series === name || series.startsWith(`${name}{`));
  if (own.length === 0) throw new Error(`There is no series ${name}`);
  return own.reduce((sum, [, value]) => sum + value, 0);
}
