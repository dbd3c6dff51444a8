type Event = Record<string, unknown>;

/** Of each interval of a `Data/Sampled` request the first, lowest, highest and last of the events in its span. */
export function sampledEvents(events: readonly Event[], query: URLSearchParams): Event[] {
  const [from, to] = ["startIndex", "endIndex"].map((name) => Date.parse(query.get(name) ?? ""));
  const by = query.get("sampleBy") ?? "", intervals = Number(query.get("intervals"));
  const parts = Map.groupBy(events, ({ Time }) => {
    const at = Math.floor((Date.parse(String(Time)) - from) / (to - from) * intervals);
    return Math.min(intervals - 1, at);
  });
  return [...parts.values()].flatMap((part) => {
    const ordered = part.toSorted((a, b) => Number(a[by]) - Number(b[by]));
    const kept = new Set([part[0], ordered[0], ordered[ordered.length - 1], part[part.length - 1]]);
    return part.filter((one) => kept.has(one));
  });
}
