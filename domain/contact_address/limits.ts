const MINUTE_MS = 60_000;

export const CONTACT_ADDRESS_LIMITS = {
  /** Addresses of a user. */
  addresses: 10,
  characters: 254,
  quietHours: 10,
  mailDomains: 50,
  codeMs: 10 * MINUTE_MS,
  /** Wrong codes until a code counts no more. */
  tries: 5,
  /** Codes that are sent to a user's addresses within an hour, and the least time between two. */
  codesPerHour: 5,
  codeEveryMs: MINUTE_MS,
} as const;
