/** What the operating system's codes for failed connections mean. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there (connection refused)",
  ECONNRESET: "the connection was closed",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be looked up",
  ETIMEDOUT: "no answer came in time",
  EHOSTUNREACH: "the network does not lead there",
  ENETUNREACH: "the network does not lead there",
};

/** A network error in words; undefined for any other error. */
export function networkReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}
