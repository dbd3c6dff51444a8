/** Limits of notification policies: numbers, lengths of lists, and the least and most of each time. */
export const POLICY_LIMITS = {
  /** With the last one, "everything else". */
  policies: 200,
  steps: 10,
  recipients: 50,
  areas: 50,
  plantNodes: 50,
  categories: 50,
  templates: 200,
  afterMinutes: { min: 0, max: 10_080 },
  groupWaitSeconds: { min: 0, max: 3_600 },
  groupIntervalSeconds: { min: 0, max: 86_400 },
  repeatIntervalMinutes: { min: 1, max: 10_080 },
  repeat: { min: 0, max: 9 },
} as const;

/** The id of the last policy, which always exists. */
export const EVERYTHING_ELSE = 1;
