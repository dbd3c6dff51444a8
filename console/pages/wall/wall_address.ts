export const LAYOUTS = ["template", "category", "timeline"] as const;
export type Layout = (typeof LAYOUTS)[number];

export const HOURS = [1, 8, 24, 72] as const;

/** The part of the wall's state that is kept in the address. */
export interface WallView {
  layout: Layout;
  hours: number;
  withEnded: boolean;
  find: string;
}

export function wallView(query: Readonly<Record<string, string>>): WallView {
  const hours = Number(query.hours);
  return {
    layout: LAYOUTS.find((layout) => layout === query.layout) ?? "template",
    hours: HOURS.find((one) => one === hours) ?? 1,
    withEnded: query.ended === "1",
    find: query.find ?? "",
  };
}

/** The address of a view; defaults are omitted. */
export function wallAddress({ layout, hours, withEnded, find }: WallView): string {
  const query = new URLSearchParams();
  if (layout !== "template") query.set("layout", layout);
  if (hours !== 1) query.set("hours", String(hours));
  if (withEnded) query.set("ended", "1");
  if (find !== "") query.set("find", find);
  return query.size === 0 ? "/wall" : `/wall?${query}`;
}
