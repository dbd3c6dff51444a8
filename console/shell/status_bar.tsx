import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Menu, Search } from "lucide";
import { SeverityGlyph } from "../parts/glyph.tsx";
import { isOutOfService } from "../parts/event_text.ts";
import { ShelvedLink } from "../parts/shelved_link.tsx";
import { useShelved } from "../parts/use_shelved.ts";
import { isStale } from "../live/staleness.ts";
import { Icon } from "../parts/icon.tsx";
import { countNow } from "../parts/numbers.ts";
import { SEVERITIES } from "../parts/severity.ts";
import { durationText } from "../parts/plant_time.ts";
import { AccountMenu } from "./account_menu.tsx";
import { useConsole } from "./console.ts";
import { useNow } from "./now_context.ts";
import { type SourceText, sourceText } from "./source_text.ts";

interface StatusBarProps {
  showPalette(): void;
  showKeys(): void;
  /** What is wrong besides. */
  children: ComponentChildren;
}

/** The bar above every page: active events, data source, clock, search and account. */
export function StatusBar({ showPalette, showKeys, children }: StatusBarProps) {
  return (
    <header class="status-bar">
      <button type="button" class="menu-button" popovertarget="navigation" aria-label="Pages">
        <Icon node={Menu} />
      </button>
      <ActiveCounts />
      <span class="spring" />
      {children}
      <SourceStatus />
      <PlantClock />
      <button type="button" class="find-button" onClick={showPalette} aria-keyshortcuts="Control+K Meta+K">
        <Icon node={Search} />
        <span>Search</span>
        <kbd>{isMac() ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <AccountMenu showKeys={showKeys} />
    </header>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** Active events by severity; zero counts are grey, and unknown while the data is stale. */
export function ActiveCounts() {
  const { live } = useConsole();
  const counts = useComputed(() => {
    const found = { critical: 0, error: 0, warning: 0, info: 0, outOfService: 0 };
    for (const event of live.events.value.values()) {
      if (!event.is_active) continue;
      if (isOutOfService(event, Date.now())) found.outOfService++;
      else if (event.shelved_until === null) found[event.severity]++;
    }
    return found;
  });
  const shelved = useShelved();
  if (!live.isRead.value) return <span class="counts" />;
  const isUnknown = isStale(live);
  return (
    <>
      <a class={isUnknown ? "counts no-data" : "counts"} href="/wall">
        {SEVERITIES.map(({ name, title }) => (
          <span key={name} class={counts.value[name] === 0 ? "count none" : "count"}>
            <SeverityGlyph severity={name} label={`${title}:`} />
            <span>{countNow(counts.value[name], { isUnknown })}</span>
          </span>
        ))}
        {isUnknown && <span class="counts-unknown">no data</span>}
        <span class="sr-only">active events; open the event wall</span>
      </a>
      <ShelvedLink count={shelved.length} />
      <ShelvedLink count={counts.value.outOfService} what="out of service" />
    </>
  );
}

/** The state of the data source; emphasized if it does not deliver. */
export function SourceStatus() {
  const { live } = useConsole();
  const nowMs = useNow();
  const status = useComputed((): SourceText =>
    live.connection.value === "down"
      ? { text: "Source: unknown", isWrong: true }
      : sourceText(live.source.value, nowMs.value)
  );
  return (
    <span class={`source ${status.value.isWrong ? "wrong" : ""} ${status.value.isRefused ? "refused" : ""}`}>
      <span class="source-dot" aria-hidden="true" />
      <span title={status.value.text}>{status.value.text}</span>
    </span>
  );
}

export function PlantClock() {
  const { time, preferences } = useConsole();
  const nowMs = useNow();
  const text = useComputed(() => time.clock(nowMs.value));
  const whose = preferences.zone.value === "own" ? "Your own time" : "Time in the plant";
  return (
    <time class="clock" title={`${whose}, ${time.zone}`}>
      {text}
      <span class="unit wide-only">{time.zoneName}</span>
    </time>
  );
}

/** Shown without a connection, when the displayed data may be out of date. */
export function OfflineBanner() {
  const { live, time } = useConsole();
  const nowMs = useNow();
  const text = useComputed(() => {
    if (live.connection.value !== "down") return "";
    const lastMs = live.receivedAtMs.value;
    if (lastMs === null) return "Andon cannot be reached. Reconnecting…";
    return `No connection to Andon for ${durationText(nowMs.value - lastMs)}. Showing the state of ${
      time.named(lastMs)
    }. Reconnecting…`;
  });
  return <div class={text.value === "" ? "offline hidden" : "offline"} role="alert">{text}</div>;
}
