/** What a layer has where a body leaves it out. */
export const LAYER_DEFAULTS = {
  every: 1,
  unit: "week",
  handover_time: "08:00",
  working_days_only: false,
} as const;

/** How many there may be of each, and how much one takes. */
export const ROSTER_LIMITS = {
  rosters: 100,
  layers: 10,
  /** Users of a layer. */
  users: 50,
  /** Spans of hours of a layer, and of the required hours. */
  hours: 10,
  /** Days, weeks or months of a turn. */
  every: { min: 1, max: 52 },
  /** Overrides of a roster that have not ended; as many that have are kept. */
  overrides: 200,
  overrideDays: 60,
  /** The longest span that shifts are asked for. */
  shiftDays: 92,
  /** The holes that a roster names, the first ones. */
  namedHoles: 20,
} as const;
