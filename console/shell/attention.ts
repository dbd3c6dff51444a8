import { useComputed, useSignalEffect } from "@preact/signals";
import { numberText } from "../parts/numbers.ts";
import { isHidden } from "../parts/event_text.ts";
import { useConsole } from "./console.ts";
import { titleNotice } from "./page_title.ts";

const ICON = "/assets/icon.svg";
const CRITICAL_ICON = "/assets/icon_critical.svg";

/** Shows in the browser's tab, on every page, that critical events are active and unacknowledged. */
export function useAttention(): void {
  const { live } = useConsole();
  const count = useComputed(() =>
    [...live.events.value.values()].filter((event) =>
      event.is_active && event.severity === "critical" && event.acknowledged_at === null &&
      !isHidden(event, Date.now())
    ).length
  );
  useSignalEffect(() => {
    titleNotice.value = count.value === 0 ? "" : `(${numberText(count.value)} critical) `;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    icon?.setAttribute("href", count.value === 0 ? ICON : CRITICAL_ICON);
  });
}
