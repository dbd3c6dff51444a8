/** Limits of notification policies: numbers, lengths of lists, and the least and most of each time. */
export const POLICY_LIMITS = {
  /** With the last one, "everything else". */
  policies: 200,
  /** In the order, from 0; the last policy has none. */
  place: { min: 0, max: 198 },
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
  /** Of rounds that go on until somebody answers. */
  endlessIntervalMinutes: { min: 5 },
} as const;

/** The `repeat` of a policy whose rounds go on until its escalation is stopped. */
export const UNTIL_ANSWERED = "until_answered" as const;

/** What a policy has where a body leaves it out. */
export const POLICY_DEFAULTS = {
  continue: false,
  group_by: ["plant_node"],
  group_wait_seconds: 30,
  group_interval_seconds: 300,
  repeat: 0,
  repeat_interval_minutes: 240,
  hours: "always",
  stop_on: ["acknowledge", "close", "shelve"],
  notify_resolved: true,
} as const;

/** The id of the last policy, which always exists. */
export const EVERYTHING_ELSE = 1;

/** The id of a policy that is not saved: higher than all others, as that of a new policy is. */
export const NEW_POLICY = Number.MAX_SAFE_INTEGER;
