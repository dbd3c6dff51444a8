/** The rules in a story of changed streams. Held values, windows, ages and silence, of one stream or two. */
import type { Json } from "./andon_client.ts";

const number = (operator: string, more: Json) => ({ stream: "<VALUE>", operator, ...more });
const above = (more: Json = {}) => number("greater_than", { value: 60, ...more });
const state = (operator: string, more: Json) => ({ stream: "<VALUE>", operator, ...more });

/** In the names of events of rules that are UNKNOWN while the newest sample is bad. */
export const HELD = "Held";

const ofHeld = (rules: Json[]) => rules.map((rule, i) => ({ event_name: `${HELD} ${i}`, ...rule }));

export const NUMBER_RULES: Json[] = [
  ...ofHeld([
    { conditions: [above()] },
    { conditions: [above({ deadband: 20 })], severity: "critical" },
    { conditions: [above()], on_delay_seconds: 2.5 },
    { conditions: [above()], off_delay_seconds: 3.5 },
    { conditions: [above({ max_age_seconds: 1.5 })], off_delay_seconds: 1 },
    { conditions: [number("less_than", { value: 5 })] },
  ]),
  { conditions: [number("avg_above", { value: 55, window_seconds: 10 })] },
  { conditions: [number("count_above", { value: 2, limit: 50, window_seconds: 10 })] },
  { conditions: [number("stale_for", { value: 3 })] },
  { conditions: [{ not: number("max_above", { value: 90, window_seconds: 8 }) }, above()] },
];

export const STATE_RULES: Json[] = [
  ...ofHeld([
    { conditions: [state("equals", { value: "Run" })] },
    { conditions: [state("in", { value: ["Fault", "Starting"] })], on_delay_seconds: 1.5 },
    { conditions: [state("not_equals", { value: "Off" })], off_delay_seconds: 2 },
    { conditions: [state("starts_with", { value: "f", ignore_case: true })] },
  ]),
  { conditions: [state("stale_for", { value: 3 })] },
];

const held = (stream: string, operator: string, value: number) => ({ stream, operator, value });

/** Of held values alone: a stream that is lost and one with bad samples are the same to them. */
export const PAIR_RULES: Json[] = [
  { conditions: [held("<A>", "greater_than", 50), held("<B>", "less_than", 50)] },
  { conditions: [held("<A>", "greater_than", 80), held("<B>", "greater_than", 80)], logic: "any" },
  { conditions: [{ stream: "<A>", operator: "greater_than", value: "<B>" }], on_delay_seconds: 1 },
];
