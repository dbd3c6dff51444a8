/** How many contact points there may be, and what one may hold. */
export const CONTACT_POINT_LIMITS = {
  points: 100,
  perMinute: 600,
  /** Of Andon's own heartbeat. */
  heartbeatMinutes: 60,
  url: 2_000,
  recipients: 20,
  headers: 10,
  headerValue: 500,
  body: 4_000,
  topic: 500,
  certificates: 12_000,
  secrets: 10,
  secretName: 40,
  secret: 2_000,
  /** The receiver's words that are kept and shown. */
  words: 2_000,
} as const;
