import { z } from "@hono/zod-openapi";
import { limitedText, nameText } from "../../../domain/shared/schema.ts";

/** WebAuthn's binary values come as base64url without padding. */
const binary = (max: number) =>
  limitedText({ min: 1, max }).regex(/^[A-Za-z0-9_-]+$/, "Must be base64url without padding");

/** 1,023 bytes, the most that WebAuthn allows. */
const credentialId = () => binary(1_364);

/** A password that somebody signs in with: may have any form. */
const currentPassword = limitedText({ min: 1, max: 1_000 });

/** Body of POST /api/auth/login/code. */
export const codeSchema = z.strictObject({
  code: limitedText({ min: 1, max: 40 }).describe(
    "The six digits of a one-time code, or a recovery code; spaces and hyphens do not count",
  ),
});

/** Body of POST /api/auth/login/passkey: the fields of a PublicKeyCredential's JSON that count. */
export const assertionSchema = z.strictObject({
  credential_id: credentialId(),
  client_data_json: binary(2_000),
  authenticator_data: binary(1_000),
  signature: binary(1_000),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** Body of POST /api/auth/second-factors/passkeys. */
export const attestationSchema = z.strictObject({
  name: nameText(),
  credential_id: credentialId(),
  client_data_json: binary(2_000),
  attestation_object: binary(3_000),
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, "Must be 1 to 20 letters or hyphens")).max(10)
    .default([]),
});
export type Attestation = z.infer<typeof attestationSchema>;

/** Body of what begins to set up a factor. */
export const confirmationSchema = z.strictObject({
  current_password: currentPassword.optional().describe(
    "A signed-in user must send it; a sign-in that must set up a factor need not",
  ),
});

/** Body of POST /api/auth/second-factors/code. */
export const newCodeSchema = z.strictObject({
  code: limitedText({ min: 1, max: 40 }).describe("A code that the app shows for the new secret"),
});

/** Body of POST /api/auth/second-factors/recovery-codes. */
export const renewalSchema = z.strictObject({ current_password: currentPassword });

/** Body of POST /api/auth/second-factors/remove. */
export const removalSchema = z.strictObject({
  current_password: currentPassword,
  factor: z.enum(["code", "passkey"]),
  credential_id: credentialId().optional().describe("Which passkey; required for one"),
});
