import type { paths } from "../../generated/api.ts";

type Query = NonNullable<paths["/api/alarm-statistics"]["get"]["parameters"]["query"]>;

/** What the statistics are of; it stands in the address. Empty: all. */
export interface QualityPlace {
  hours: number;
  node: string;
  template: string;
  category: string;
}

export const SPANS: readonly (readonly [hours: number, title: string])[] = [
  [8, "8 hours"],
  [24, "24 hours"],
  [168, "7 days"],
  [720, "30 days"],
  [2_160, "90 days"],
];
const USUAL_HOURS = 24;

export function qualityPlace(
  { hours = "", node = "", template = "", category = "" }: Record<string, string>,
): QualityPlace {
  return {
    hours: SPANS.find(([span]) => String(span) === hours)?.[0] ?? USUAL_HOURS,
    ...{ node, category, template: /^[1-9]\d{0,14}$/.test(template) ? template : "" },
  };
}

export function qualityAddress({ hours, node, template, category }: QualityPlace): string {
  const query = new URLSearchParams();
  if (hours !== USUAL_HOURS) query.set("hours", String(hours));
  if (node !== "") query.set("node", node);
  if (template !== "") query.set("template", template);
  if (category !== "") query.set("category", category);
  return query.size === 0 ? "/quality" : `/quality?${query}`;
}

export function statisticsQuery({ hours, node, template, category }: QualityPlace): Query {
  return {
    hours,
    ...node !== "" && { plant_node_floc_id: node },
    ...template !== "" && { template_id: Number(template) },
    ...category !== "" && { category },
  };
}

/** `12 %`, `0.4 %`, `0 %`. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value === 0 || value >= 9.95 ? Math.round(value) : value.toFixed(1)} %`;
}
