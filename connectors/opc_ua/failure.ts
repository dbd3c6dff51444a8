import { Refusal } from "../../domain/shared/refusal.ts";

const REFUSED_USER = /BadUserAccessDenied|BadIdentityTokenRejected|BadIdentityTokenInvalid/;
const REFUSED_CLIENT =
  /BadSecurityChecksFailed|BadCertificateUntrusted|BadCertificateInvalid|BadCertificateUseNotAllowed|BadCertificateChainIncomplete/;
const LONGEST_REASON = 300;

export function connectionFailed(reason: string, details: Record<string, unknown> = {}): Refusal {
  return new Refusal("CONNECTION_FAILED", `The data source failed: ${reason}`, { ...details, reason });
}

/** What people are told of an error of the library. `own`: the fingerprint of Andon's certificate. */
export function refusalOf(error: unknown, { own, where }: { own: string; where: string }): Refusal {
  if (error instanceof Refusal) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (REFUSED_USER.test(text)) {
    const reason = `The server refuses the user (${REFUSED_USER.exec(text)![0]})`;
    return new Refusal("INVALID_CREDENTIALS", `${reason}; check how Andon signs in`, { reason });
  }
  if (REFUSED_CLIENT.test(text)) {
    return connectionFailed(
      `The server does not trust Andon's certificate yet (${
        REFUSED_CLIENT.exec(text)![0]
      }); trust it there. ` +
        `Its SHA-256 fingerprint is ${own}`,
      { own_fingerprint: own },
    );
  }
  if (/ECONNREFUSED/.test(text)) return connectionFailed(`Nothing answers at ${where}`);
  return connectionFailed(text.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_REASON));
}
