import type { Histogram } from "./histogram.ts";
import type { Distribution, Labels, MetricFamily } from "./types.ts";

/** Metric families in Prometheus' text format, version 0.0.4. */
export function exposition(families: readonly MetricFamily[]): string {
  return families.map(familyText).join("");
}

function familyText(family: MetricFamily): string {
  const head = `# HELP ${family.name} ${helpText(family.help)}\n# TYPE ${family.name} ${family.type}\n`;
  if (family.type === "histogram") {
    return head + family.distributions.map((each) => distributionText(family.name, each)).join("");
  }
  const lines = family.readings.map(({ labels, value }) => line(family.name, labels, value));
  return head + lines.join("");
}

function distributionText(name: string, { labels, histogram }: Distribution): string {
  const bounds = [...histogram.bounds.map(valueText), "+Inf"];
  const upTo = cumulative(histogram);
  return bounds.map((le, range) => line(`${name}_bucket`, { ...labels, le }, upTo[range]!)).join("") +
    line(`${name}_sum`, labels, histogram.sum) + line(`${name}_count`, labels, upTo[upTo.length - 1]!);
}

function cumulative({ counts }: Histogram): number[] {
  let sum = 0;
  return Array.from(counts, (count) => sum += count);
}

function line(name: string, labels: Labels | undefined, value: number): string {
  return `${name}${labelsText(labels)} ${valueText(value)}\n`;
}

function labelsText(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${labelText(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function labelText(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function helpText(help: string): string {
  return help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function valueText(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}
