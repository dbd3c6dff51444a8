import { SEVERITIES } from "../../parts/severity.ts";
import type { Severity } from "../../api/client.ts";

export const LAYOUTS = ["template", "category", "timeline"] as const;
export type Layout = (typeof LAYOUTS)[number];

export const HOURS = [1, 8, 24, 72] as const;

/** The areas and severities that a wall is limited to; empty: all. */
export interface WallChoice {
  areas: readonly string[];
  severities: readonly Severity[];
}

/** A choice, and what changes it. */
export interface ChoiceProps {
  choice: WallChoice;
  choose(choice: WallChoice): void;
}

/** The part of the wall's state that is kept in the address. */
export interface WallView extends WallChoice {
  layout: Layout;
  hours: number;
  withEnded: boolean;
  find: string;
}

type Query = Readonly<Record<string, string>>;

/** Without a choice in the address, the one kept in this browser applies. */
export function wallView(query: Query, stored = ""): WallView {
  const hours = Number(query.hours);
  return {
    layout: LAYOUTS.find((layout) => layout === query.layout) ?? "template",
    hours: HOURS.find((one) => one === hours) ?? 1,
    withEnded: query.ended === "1",
    find: query.find ?? "",
    ...choiceIn(
      "area" in query || "severity" in query ? query : Object.fromEntries(new URLSearchParams(stored)),
    ),
  };
}

function choiceIn({ area = "", severity = "" }: Query): WallChoice {
  const named = new Set(severity.split(","));
  return {
    areas: area.split(",").filter((id) => id !== ""),
    severities: SEVERITIES.map(({ name }) => name).filter((name) => named.has(name)),
  };
}

/** The choice as the browser keeps it: a query, empty for all. */
export function choiceQuery({ areas, severities }: WallChoice): string {
  const query = new URLSearchParams();
  if (areas.length > 0) query.set("area", areas.join(","));
  if (severities.length > 0) query.set("severity", severities.join(","));
  return query.toString();
}

/** The address of a view; defaults are omitted. */
export function wallAddress({ layout, hours, withEnded, find, ...choice }: WallView): string {
  const query = new URLSearchParams();
  if (layout !== "template") query.set("layout", layout);
  if (hours !== 1) query.set("hours", String(hours));
  if (withEnded) query.set("ended", "1");
  if (find !== "") query.set("find", find);
  for (const [name, value] of new URLSearchParams(choiceQuery(choice))) query.set(name, value);
  return query.size === 0 ? "/wall" : `/wall?${query}`;
}
