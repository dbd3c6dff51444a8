/** How large a template may be, in one place: the schemas, the checks and the documents read it. */
export const RULE_LIMITS = {
  nameLength: 200,
  descriptionLength: 2_000,
  rules: 50,
  placeholders: 100,
  comparisonsOfRule: 50,
  conditionsOfList: 50,
  /** A comparison alone is 1 deep; every `all`, `any` or `not` around it adds one. */
  conditionDepth: 5,
  valuesOfList: 100,
  placeholderNameLength: 64,
  textLength: 1_000,
  delaySeconds: 30 * 86_400,
  maxAgeSeconds: 366 * 86_400,
  /** A window is judged each second, or more seldom: a shorter one would be over in between. */
  leastWindowSeconds: 1,
  /** How far a window may reach back: every sample of so long is kept in memory, of each stream that it looks at. */
  windowSeconds: 86_400,
  defaultWindowSeconds: 60,
  /** A window that holds more samples of its stream than this is UNKNOWN: so many are kept in memory. */
  windowSamples: 100_000,
  bitNumber: 63,
  /** Of a name with its placeholders put in. */
  boundNameLength: 1_000,
} as const;
