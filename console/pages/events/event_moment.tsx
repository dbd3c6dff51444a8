import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";

/** The time for which an event's trend and explanation are shown: live or the whole event, or when it was raised. */
export type EventMoment = "now" | "raised";

export interface MomentChoice {
  moment: EventMoment;
  go(moment: EventMoment): void;
}

/** The choice in the address. */
export function useMoment(): MomentChoice {
  const { query, path, route } = useLocation();
  return {
    moment: query.at === "raised" ? "raised" : "now",
    go(moment) {
      const { at: _, ...rest } = query;
      const search = new URLSearchParams({ ...rest, ...moment === "raised" && { at: moment } });
      route(search.size === 0 ? path : `${path}?${search}`, true);
    },
  };
}

export function MomentSwitch({ event, choice }: { event: RuleEvent; choice: MomentChoice }) {
  const options = [["now", event.is_active ? "Now" : "Whole event"], ["raised", "When raised"]] as const;
  return (
    <div class="segments event-moment" role="group" aria-label="Time of the trend and the explanation">
      {options.map(([moment, label]) => (
        <button
          key={moment}
          type="button"
          aria-pressed={choice.moment === moment}
          onClick={() => choice.go(moment)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
