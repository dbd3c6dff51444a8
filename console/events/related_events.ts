import type { EventNames } from "../parts/machine.ts";
import { numberText } from "../parts/numbers.ts";
import type { EventGroup, ShownEvents } from "./event_group.ts";

/** Further rows of a list that a person may mean together with the selected ones. */
export interface RelatedEvents {
  label: string;
  shown: readonly ShownEvents[];
}

/** By machine, by rule, and all: what is on the screen and not selected. Empty ones are left out. */
export function relatedEvents(
  chosen: readonly EventGroup[],
  { shown, has, machineOf }: {
    shown: readonly ShownEvents[];
    has(shown: ShownEvents): boolean;
    machineOf: EventNames["machineOf"];
  },
): RelatedEvents[] {
  const first = chosen.flatMap(([event]) => event ?? []);
  const rest = shown.filter((one) => one[1].length > 0 && !has(one));
  const machines = new Set(first.map((event) => machineOf(event).machine));
  const rules = new Map(first.map((event) => [ruleOf(event), event.display_name]));
  const of = (label: string, isMeant: (shown: ShownEvents) => boolean): RelatedEvents => {
    const more = rest.filter(isMeant);
    return { label: `${label}: ${numberText(more.length)} more`, shown: more };
  };
  return [
    of(
      machines.size === 1 ? `All of ${[...machines][0]}` : "All of these machines",
      ([, [event]]) => machines.has(machineOf(event!).machine),
    ),
    of(
      rules.size === 1 ? `All of the rule “${[...rules.values()][0]}”` : "All of these rules",
      ([, [event]]) => rules.has(ruleOf(event!)),
    ),
    of("All that are shown", () => true),
  ].filter(({ shown }) => shown.length > 0);
}

/** The same rule of a template on any machine. */
function ruleOf({ template_id, rule_id }: EventGroup[number]): string {
  return `${template_id}/${rule_id}`;
}
