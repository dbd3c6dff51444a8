import type { Advice } from "./types.ts";

/** An advice as one sentence. `rule` is the rule's name. */
export function adviceText({ kind, seconds, events, expectedReduction }: Advice, rule: string): string {
  const spared = `${Math.round(100 * (expectedReduction ?? 0))} % of its ${events} events`;
  switch (kind) {
    case "on_delay":
      return `Give "${rule}" an on-delay of ${seconds} s: ${spared} cleared within that time`;
    case "off_delay":
      return `Give "${rule}" an off-delay of ${seconds} s: ${spared} began within that time after the one before`;
    case "stale":
      return `${events} of the events have been active for more than 24 hours: fix the cause, shelve them, or change the rule`;
    case "rate":
      return "More than one event in ten minutes on average is more than an operator can handle: begin with the bad actors";
    case "flood":
      return "More than 1 % of the time is in flood: find the common cause of the events, and let one rule report it";
    case "bad_actors":
      return "Ten rules cause more than 5 % of the events: fix these first";
    case "severity_mix":
      return "The severities are far from 80 % low, 15 % medium and 5 % high: where all is urgent, nothing is";
  }
}
