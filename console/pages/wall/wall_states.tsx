import { isStale } from "../../live/staleness.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { numberText } from "../../parts/numbers.ts";
import { Empty } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { itemOrder, type WallItem } from "./wall_order.ts";

/** Distinguishes between no active events, no match and nothing monitored. */
export function NoEvents({ isFiltered, isWatched }: { isFiltered: boolean; isWatched: boolean }) {
  const { live } = useConsole();
  if (isFiltered) {
    return (
      <Empty title="No events match">
        <p>Try a shorter search, or select more areas and severities in the filter.</p>
      </Empty>
    );
  }
  if (live.source.value?.state === "none" || !isWatched) {
    return (
      <Empty title="Nothing is monitored yet">
        <p>Events appear once an instance is deployed on the streams of a data source.</p>
        <a href="/">First steps</a>
      </Empty>
    );
  }
  if (isStale(live)) {
    return (
      <Empty title="Unknown">
        <p>There is no data, so nobody knows whether the conditions are normal.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No events in this time">
      <p>All evaluated conditions are normal.</p>
    </Empty>
  );
}

/** Shown while the source does not deliver, so that the displayed events may be out of date. */
export function NoDataBanner() {
  const { live, time } = useConsole();
  const source = live.source.value;
  if (source === null) return null;
  if (source.state === "none") {
    return (
      <p class="no-data-banner" role="status">
        No data source is configured. <a href="/settings">Settings</a>
      </p>
    );
  }
  const since = source.watermark === null ? "" : ` since ${time.named(Date.parse(source.watermark))}`;
  return (
    <p class="no-data-banner" role="status">
      No data{since}:{" "}
      {source.reason ?? "the data source does not respond"}. Events are shown as they were then.
    </p>
  );
}

/** The number of new events that wait while the wall is frozen. */
export function Waiting({ items, show }: { items: readonly WallItem[]; show(): void }) {
  const worst = items.toSorted(itemOrder)[0]!;
  return (
    <button type="button" class="wall-waiting" onClick={show}>
      <SeverityGlyph severity={worst.event.severity} />
      {numberText(items.length)} new – show
    </button>
  );
}
