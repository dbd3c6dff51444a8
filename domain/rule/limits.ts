/** Size limits of a template, for schemas, checks and documents. */
export const RULE_LIMITS = {
  nameLength: 200,
  /** A name of a stream, where equal ones have the id at the source in brackets. */
  streamNameLength: 2_000,
  descriptionLength: 2_000,
  rules: 50,
  placeholders: 100,
  comparisonsOfRule: 50,
  conditionsOfList: 50,
  /** A single comparison has depth 1. Each `all`, `any` or `not` around it adds one. */
  conditionDepth: 5,
  valuesOfList: 100,
  placeholderNameLength: 64,
  textLength: 1_000,
  delaySeconds: 30 * 86_400,
  /** A week: longer than that, nobody remembers the acknowledgement. */
  reAlarmMinutes: { min: 1, max: 7 * 24 * 60 },
  maxAgeSeconds: 366 * 86_400,
  /** Windows are evaluated at most once a second, which would miss a shorter window. */
  leastWindowSeconds: 1,
  /** Longest window: 7 days. All samples of this time are kept in memory, for each stream with a window. */
  windowSeconds: 604_800,
  /** A longer window must not be longer than the source's correction horizon. */
  freeWindowSeconds: 86_400,
  defaultWindowSeconds: 60,
  /** Most samples of a stream in a window; with more, the window is UNKNOWN. They are kept in memory. */
  windowSamples: 100_000,
  bitNumber: 63,
  /** For a name with its placeholders replaced. */
  boundNameLength: 1_000,
} as const;

/** Of a calculated value: characters, different placeholders, nodes, and how deep its brackets are nested. */
export const EXPRESSION_LIMITS = {
  length: 2_000,
  placeholders: 20,
  nodes: 200,
  depth: 20,
  unitLength: 50,
} as const;
