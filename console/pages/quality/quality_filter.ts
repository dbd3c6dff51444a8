import type { paths } from "../../generated/api.ts";

type Query = NonNullable<paths["/api/alarm-statistics"]["get"]["parameters"]["query"]>;

/** The filter of the statistics, kept in the address. Empty texts do not filter. */
export interface QualityFilter {
  hours: number;
  node: string;
  template: string;
  category: string;
  /** Shows advice for critical and safety alarms too. */
  critical: boolean;
}

export const SPANS: readonly (readonly [hours: number, title: string])[] = [
  [8, "8 hours"],
  [24, "24 hours"],
  [168, "7 days"],
  [720, "30 days"],
  [2_160, "90 days"],
];
const DEFAULT_HOURS = 24;

export function qualityFilter(
  { hours = "", node = "", template = "", category = "", critical = "" }: Record<string, string>,
): QualityFilter {
  return {
    hours: SPANS.find(([span]) => String(span) === hours)?.[0] ?? DEFAULT_HOURS,
    node,
    category,
    critical: critical === "true",
    template: /^[1-9]\d{0,14}$/.test(template) ? template : "",
  };
}

export function qualityAddress({ hours, node, template, category, critical }: QualityFilter): string {
  const query = new URLSearchParams();
  if (hours !== DEFAULT_HOURS) query.set("hours", String(hours));
  if (node !== "") query.set("node", node);
  if (template !== "") query.set("template", template);
  if (category !== "") query.set("category", category);
  if (critical) query.set("critical", "true");
  return query.size === 0 ? "/quality" : `/quality?${query}`;
}

export function statisticsQuery({ hours, node, template, category, critical }: QualityFilter): Query {
  return {
    hours,
    ...node !== "" && { plant_node_floc_id: node },
    ...template !== "" && { template_id: Number(template) },
    ...category !== "" && { category },
    ...critical && { critical },
  };
}
