import type { Advice } from "./types.ts";

/** The rule of an advice. */
export interface AdvisedRule {
  name: string;
  /** By how many seconds the advised delay exceeds the present one; 0 for other advice. */
  addedSeconds: number;
}

const CRITICAL = "It is a critical or safety alarm: check that the time to respond allows this";

/** An advice as a sentence. Advice on a delay says what the delay costs in response time. */
export function adviceText(advice: Advice, rule: AdvisedRule): string {
  const text = sentence(advice, rule);
  return advice.isCritical ? `${text}. ${CRITICAL}` : text;
}

function sentence({ kind, seconds, events, expectedReduction }: Advice, rule: AdvisedRule): string {
  const { name, addedSeconds } = rule;
  const spared = `${Math.round(100 * (expectedReduction ?? 0))} % of its ${events} events`;
  switch (kind) {
    case "on_delay":
      return `Give "${name}" an on-delay of ${seconds} s: ${spared} cleared within that time; ` +
        `people hear of it ${addedSeconds} s later`;
    case "off_delay":
      return `Give "${name}" an off-delay of ${seconds} s: ${spared} began within that time after the one ` +
        `before; people hear of it no later, but it stays active for ${addedSeconds} s longer`;
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
