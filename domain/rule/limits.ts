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
  bitNumber: 63,
  /** Of a name with its placeholders put in. */
  boundNameLength: 1_000,
} as const;
