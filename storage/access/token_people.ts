import type { UserRecord } from "../../domain/access/schema.ts";
import { claimName, type Mirrors } from "../mirrors.ts";
import type { Ms } from "../../domain/shared/time.ts";

/** Whom an access token is of, by its claims. */
export interface TokenPerson {
  issuer: string;
  subject: string | undefined;
  objectId: string | undefined;
  /** 0: it does not say. */
  issuedAtMs: Ms;
}

/** Why an access token is not accepted, whatever it says itself: its person is disabled, or was signed out later. */
export function tokenProblem(
  { issuer, subject: sub, objectId: oid, issuedAtMs }: TokenPerson,
  { usersByClaim }: Pick<Mirrors, "usersByClaim">,
): string | undefined {
  const people: UserRecord[] = [
    ...sub === undefined ? [] : usersByClaim.of(claimName(issuer, { sub })),
    ...oid === undefined ? [] : usersByClaim.of(claimName(issuer, { oid })),
  ];
  const disabled = people.find(({ is_active }) => !is_active);
  if (disabled !== undefined) {
    return `User "${disabled.username}" is disabled in Andon; ask an administrator`;
  }
  const isOld = people.some(({ at_provider: at }) => issuedAtMs <= (at?.tokens_refused_until_ms ?? -1));
  return isOld ? "The person of this token was signed out after it was issued; get a new token" : undefined;
}
