/** The rules in a story of a way in, beside those of changed_streams_rules.ts. */
import type { Json } from "./andon_client.ts";

const uncertain = (operator: string, value: unknown) => ({
  stream: "<VALUE>",
  operator,
  value,
  accept_uncertain: true,
});
/** Of a clock that is ahead: its samples are uncertain. */
export const AHEAD_RULES: Json[] = [
  { conditions: [uncertain("equals", "Run")] },
  { conditions: [uncertain("in", ["Fault", "Starting"])], on_delay_seconds: 0.3 },
  { conditions: [uncertain("equals", "Fault")], off_delay_seconds: 0.5 },
];
export const BOOLEAN_RULES: Json[] = [
  { conditions: [{ stream: "<VALUE>", operator: "is_true" }] },
  { conditions: [{ stream: "<VALUE>", operator: "is_true" }], on_delay_seconds: 0.4, off_delay_seconds: 0.3 },
  { conditions: [{ stream: "<VALUE>", operator: "stale_for", value: 1.5 }] },
];
