import { z } from "@hono/zod-openapi";
import { count, inline, instant, shown } from "../../../pipeline/document/shown.ts";

const passkey = z.strictObject({
  credential_id: z.string(),
  name: z.string(),
  host: z.string().describe("The host name at which browsers offer it"),
  created_at: instant(),
  last_used_at: instant().nullable(),
});

export const secondFactors = shown(
  "SecondFactors",
  z.strictObject({
    code: z.strictObject({ created_at: instant(), last_used_at: instant().nullable() }).nullable()
      .describe("The app that shows one-time codes"),
    passkeys: z.array(passkey),
    recovery_codes_left: count(),
    is_available: z.boolean().describe(
      "False for an API key, and for a user of an identity provider, which asks for its own",
    ),
    is_required: z.boolean().describe("By REQUIRE_SECOND_FACTOR: one factor must remain"),
  }),
  {
    code: { created_at: "2026-01-30T08:00:00.000Z", last_used_at: "2026-01-31T08:15:02.123Z" },
    passkeys: [{
      credential_id: "s3cr3tCr3d3nt1alId",
      name: "Work phone",
      host: "andon.example.org",
      created_at: "2026-01-30T08:00:00.000Z",
      last_used_at: null,
    }],
    recovery_codes_left: 10,
    is_available: true,
    is_required: false,
  },
);

const RECOVERY_CODES = ["7h2k-9xqd-m4tn-c0wz", "q3vb-5nrj-8ydf-2kam"];
const recoveryCodes = z.array(z.string());

export const newRecoveryCodes = inline(z.strictObject({ recovery_codes: recoveryCodes }), {
  recovery_codes: RECOVERY_CODES,
});

export const addedFactor = shown(
  "AddedFactor",
  z.strictObject({
    recovery_codes: recoveryCodes.nullable().describe(
      "Made with the first factor and shown only in this answer; null: there were some already",
    ),
  }),
  { recovery_codes: RECOVERY_CODES },
);

export const codeSecret = shown(
  "CodeSecret",
  z.strictObject({
    secret: z.string().describe("Base32, to be typed into the app"),
    address: z.string().describe("The same for a QR code"),
  }),
  {
    secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    address: "otpauth://totp/Andon:anna?issuer=Andon&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  },
);

export const passkeyOptions = shown(
  "PasskeyOptions",
  z.strictObject({
    options: z.record(z.string(), z.unknown()).describe("WebAuthn's options as JSON"),
  }),
  {
    options: { challenge: "c2VjcmV0IGNoYWxsZW5nZQ", rpId: "andon.example.org", userVerification: "required" },
  },
);
