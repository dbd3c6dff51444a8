import type { PasskeyRecord } from "../../../domain/access/second_factor.ts";
import { invalid, Refusal } from "../../../domain/shared/refusal.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { ownOrigin } from "../../pipeline/own_origin.ts";
import type { Assertion, Attestation } from "./bodies.ts";
import type { NewPasskey } from "../../../storage/access/second_factors.ts";

const CHALLENGE_BYTES = 32;
const PRODUCT = "Andon";
/** EdDSA, ES256 and RS256, as COSE numbers them. Keys and signatures of ML-DSA would not fit the limits of a body. */
const ALGORITHMS = [-8, -7, -257];

/** Where the browser has Andon open. Passkeys belong to the host name. */
export interface Site {
  origin: string;
  host: string;
}

/** What an authenticator must sign, and for which site. */
export interface Challenge extends Site {
  value: string;
}

/** The site of a request. Its Origin was checked to be Andon's own; passkeys need a name, not an address. */
export function siteOf(c: AppContext, { settings }: AppDeps): Site {
  const { origin, hostname: host } = new URL(c.req.header("origin") ?? ownOrigin(c, settings));
  if (!isAddress(host)) return { origin, host };
  const text = "Passkeys need a host name: open Andon by its name over https, or as localhost";
  throw invalid("Host", text);
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}

export function newChallenge(deps: AppDeps, site: Site): Challenge {
  return { ...site, value: base64url(deps.randomBytes(CHALLENGE_BYTES)) };
}

/** Options for `navigator.credentials.create()`, as JSON. */
export async function creationOptions(
  { value, host }: Challenge,
  user: { name: string; displayName: string; handle: string; passkeys: readonly PasskeyRecord[] },
) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: host,
    userName: user.name,
    userDisplayName: user.displayName,
    userID: bytesOf(user.handle),
    challenge: bytesOf(value),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: user.passkeys.filter((one) => one.host === host).map(descriptor),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** Options for `navigator.credentials.get()`, as JSON; without passkeys the person chooses one of this site. */
export async function requestOptions(
  { value, host }: Challenge,
  { passkeys, verifiesUser }: { passkeys?: readonly PasskeyRecord[]; verifiesUser: boolean },
) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return await generateAuthenticationOptions({
    rpID: host,
    challenge: bytesOf(value),
    allowCredentials: passkeys?.filter((one) => one.host === host).map(descriptor),
    userVerification: verifiesUser ? "required" : "preferred",
  });
}

/** The new passkey, of an answer that was made for this challenge; VALIDATION_FAILED for any other. */
export async function verifiedPasskey(
  { credential_id: id, client_data_json, attestation_object, transports, name }: Attestation,
  { value, origin, host }: Challenge,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: client_data_json, attestationObject: attestation_object },
    },
    expectedChallenge: value,
    expectedOrigin: origin,
    expectedRPID: host,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch((error) => {
    throw notVerified(error);
  });
  if (!verified.verified) throw notVerified(undefined);
  const { credential } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: base64url(credential.publicKey),
    counter: credential.counter,
    transports: [...transports],
    name,
    host,
  };
}

/** The counter of a right answer to the challenge; undefined for a wrong answer. */
export async function verifiedCounter(
  answer: Assertion,
  { challenge, passkey, verifiesUser }: {
    challenge: Challenge;
    passkey: PasskeyRecord;
    verifiesUser: boolean;
  },
): Promise<number | undefined> {
  if (passkey.host !== challenge.host) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { credential_id: id } = answer;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.client_data_json,
          authenticatorData: answer.authenticator_data,
          signature: answer.signature,
        },
      },
      expectedChallenge: challenge.value,
      expectedOrigin: challenge.origin,
      expectedRPID: passkey.host,
      credential: { id, publicKey: bytesOf(passkey.public_key), counter: passkey.counter },
      requireUserVerification: verifiesUser,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

function notVerified(error: unknown): Refusal {
  const reason = error instanceof Error ? `: ${error.message}` : "";
  return invalid("attestation_object", `The passkey could not be verified${reason}`);
}

function descriptor({ credential_id: id, transports }: PasskeyRecord) {
  return { id, transports };
}

export function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(text, { alphabet: "base64url" });
}
