import { useComputed } from "@preact/signals";
import { Menu, Search } from "lucide";
import { SeverityGlyph } from "../parts/glyph.tsx";
import { Icon } from "../parts/icon.tsx";
import { SEVERITIES } from "../parts/severity.ts";
import { durationText } from "../parts/plant_time.ts";
import { AccountMenu } from "./account_menu.tsx";
import { useConsole } from "./console.ts";
import { useNow } from "./now_context.ts";
import { sourceText } from "./source_text.ts";

/** What is wrong now, whether it is live, whose eyes these are: above every page. */
export function StatusBar({ showPalette, showKeys }: { showPalette(): void; showKeys(): void }) {
  return (
    <header class="status-bar">
      <button type="button" class="menu-button" popovertarget="navigation" aria-label="Pages">
        <Icon node={Menu} />
      </button>
      <ActiveCounts />
      <span class="spring" />
      <SourceWord />
      <PlantClock />
      <button type="button" class="find-button" onClick={showPalette} aria-keyshortcuts="Control+K Meta+K">
        <Icon node={Search} />
        <span>Find or do</span>
        <kbd>{isMac() ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <AccountMenu showKeys={showKeys} />
    </header>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** Active events by severity; nought is quiet. */
function ActiveCounts() {
  const { live } = useConsole();
  const counts = useComputed(() => {
    const found = { critical: 0, error: 0, warning: 0, info: 0 };
    for (const event of live.events.value.values()) {
      if (event.is_active && event.shelved_until === null) found[event.severity]++;
    }
    return found;
  });
  if (!live.isRead.value) return <span class="counts" />;
  return (
    <a class="counts" href="/wall">
      {SEVERITIES.map(({ name, title }) => (
        <span key={name} class={counts.value[name] === 0 ? "count none" : "count"}>
          <SeverityGlyph severity={name} label={`${title}:`} />
          <span>{counts.value[name]}</span>
        </span>
      ))}
      <span class="said">active; to the event wall</span>
    </a>
  );
}

/** Calm while it is connected; says more when it is not. */
function SourceWord() {
  const { live } = useConsole();
  const nowMs = useNow();
  const said = useComputed(() =>
    live.connection.value === "down"
      ? { text: "Source: unknown", isWrong: true }
      : sourceText(live.source.value, nowMs.value)
  );
  return (
    <span class={`source ${said.value.isWrong ? "wrong" : ""}`}>
      <span class="source-dot" aria-hidden="true" />
      <span>{said.value.text}</span>
    </span>
  );
}

function PlantClock() {
  const { time } = useConsole();
  const nowMs = useNow();
  const text = useComputed(() => time.clock(nowMs.value));
  return <time class="clock" title={`Time in the plant, ${time.zone}`}>{text}</time>;
}

/** Across the page while nothing comes: what is shown may be old. */
export function OfflineBanner() {
  const { live, time } = useConsole();
  const nowMs = useNow();
  const text = useComputed(() => {
    if (live.connection.value !== "down") return "";
    const heard = live.heardAtMs.value;
    if (heard === null) return "Andon cannot be reached. Trying again.";
    return `No connection to Andon for ${durationText(nowMs.value - heard)}. Shown is the state of ${
      time.moment(heard)
    }. Trying again.`;
  });
  return <div class={text.value === "" ? "offline hidden" : "offline"} role="alert">{text}</div>;
}
