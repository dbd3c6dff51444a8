import { SEVERITIES } from "../../domain/event/severity.ts";
import { useEffect, useRef } from "preact/hooks";
import type { RuleEvent, Severity } from "../api/client.ts";
import { useEventNames } from "../events/event_names.ts";
import type { EventNames } from "../parts/machine.ts";
import type { Frame } from "../live/push_channel.ts";
import { useConsole } from "./console.ts";
import { countText, numberText } from "../parts/numbers.ts";

/** Announces new events and re-alarms to screen readers, and by a tone if sound is on. */
export function NewEvents() {
  const { live, announcer, preferences, tones } = useConsole();
  const newest = useEventNames();
  const names = useRef(newest);
  names.current = newest;
  useEffect(() =>
    live.onFrames(["event_created", "event_updated"], (frames) => {
      const fresh = frames.filter(isFresh);
      const critical = fresh.filter(({ data }) => data.severity === "critical");
      if (fresh.length === 0) return;
      const again = fresh.filter(isReAlarm).length;
      const text = [
        fresh.length > again && countText(fresh.length - again, "new event"),
        again > 0 && `${countText(again, "event")} to be acknowledged again`,
        critical.length > 0 && `${numberText(critical.length)} critical`,
      ].filter(Boolean).join(", ");
      if (critical.length > 0) announcer.alert(`${text}: ${spoken(critical[0]!.data, names.current)}`);
      else announcer.announce(text);
      if (preferences.sound.value) tones.play(worst(fresh));
    }), []);
  return null;
}

/** "Pump 1, Too high": the machine, then what is wrong. */
function spoken(event: RuleEvent, { machineOf }: EventNames): string {
  return `${machineOf(event).machine}, ${event.display_name}`;
}

/** Excludes hidden and backfilled events. */
function isFresh(frame: Frame): boolean {
  const { kind, data } = frame;
  return (kind === "event_created" || isReAlarm(frame)) && data.is_active && data.shelved_until === null &&
    !data.out_of_service_until &&
    !data.flags.includes("backfilled");
}

/** The event needs a new acknowledgement since this very change. */
function isReAlarm({ kind, at, data }: Frame): boolean {
  return kind === "event_updated" && data.re_alarmed_at === at;
}

function worst(frames: readonly Frame[]): Severity {
  return SEVERITIES.findLast((severity) => frames.some(({ data }) => data.severity === severity)) ?? "info";
}
