import { useEffect } from "preact/hooks";
import type { Severity } from "../api/client.ts";
import type { Frame } from "../live/push_channel.ts";
import { useConsole } from "./console.ts";

/** Tells of new events to those who do not look: a quiet line for a reader, a tone where it is wanted. */
export function useNewEvents(): void {
  const { live, speech, preferences, tones } = useConsole();
  useEffect(() =>
    live.onFrames(["event_created"], (frames) => {
      const fresh = frames.filter(isFresh);
      const critical = fresh.filter(({ data }) => data.severity === "critical");
      if (fresh.length === 0) return;
      const words = `${fresh.length} new${critical.length === 0 ? "" : `, ${critical.length} critical`}`;
      if (critical.length > 0) speech.warn(`${words}: ${critical[0].data.event_name}`);
      else speech.say(words);
      if (preferences.sound.value) tones.play(worst(fresh));
    }), []);
}

/** Not what is shelved, and not what is told of long after. */
function isFresh({ data }: Frame): boolean {
  return data.is_active && data.shelved_until === null && !data.flags.includes("backfilled");
}

function worst(frames: readonly Frame[]): Severity {
  const order: readonly Severity[] = ["critical", "error", "warning", "info"];
  return order.find((severity) => frames.some(({ data }) => data.severity === severity)) ?? "info";
}
