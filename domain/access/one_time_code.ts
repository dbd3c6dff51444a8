import { Secret, TOTP } from "otpauth";
import type { Ms } from "../shared/time.ts";

/** A code is shown for so long. */
export const STEP_SECONDS = 30;
/** The clock of a phone may be wrong by so many steps. */
const DRIFT_STEPS = 1;
/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;
const ISSUER = "Andon";
const CODE = /^\d{6}$/;

/** The base32 text of a new secret. */
export function secretText(bytes: Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export function secretAddress(secret: string, username: string): string {
  return generator(secret, username).toString();
}

export function isOneTimeCode(text: string): boolean {
  return CODE.test(text);
}

/** The step that a code belongs to (RFC 6238), at most one step off; undefined for a wrong code. */
export function stepOfCode(
  code: string,
  { secret, nowMs }: { secret: string; nowMs: Ms },
): number | undefined {
  if (!isOneTimeCode(code)) return undefined;
  const delta = generator(secret, "").validate({ token: code, timestamp: nowMs, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
}

function generator(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });
}
