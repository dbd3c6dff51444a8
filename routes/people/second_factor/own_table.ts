import { SECOND_FACTOR_LIMITS } from "../../../domain/access/second_factor.ts";
import { answers, isDone } from "../../pipeline/document/answers.ts";
import type { BodyCheck } from "../../pipeline/middleware/json_body.ts";
import { body, defineRoute } from "../../pipeline/route.ts";
import {
  addedFactor,
  codeSecret,
  newRecoveryCodes,
  passkeyOptions,
  secondFactors,
} from "../views/schemas/second_factor.ts";
import {
  attestationSchema,
  confirmationSchema,
  newCodeSchema,
  removalSchema,
  renewalSchema,
} from "./bodies.ts";

/** Public in the table of permissions, because a sign-in that must set up a factor has no session yet. */
const FOR_SIGN_INS =
  "For a user with a session, or at a sign-in that was answered with `details.second_factor: set_up`, which may take " +
  "30 minutes. The body may hold 4 KiB.";
const PASSWORD = { current_password: "a password of hers" };
const open = { security: [] };
const refuses = ["AUTHENTICATION_REQUIRED", "FORBIDDEN"] as const;

const passkeyIsNamed: BodyCheck = ({ factor, credential_id }) =>
  factor === "passkey" && credential_id === undefined
    ? [{ path: "credential_id", message: "Is required" }]
    : [];

export const ownTable = {
  get: defineRoute("GET /api/auth/second-factors", {
    may: "viewer",
    operationId: "getOwnSecondFactors",
    responses: answers("Your second factors", { data: secondFactors }),
  }),
  beginCode: defineRoute("POST /api/auth/second-factors/code/begin", {
    ...open,
    may: "public",
    description: `${FOR_SIGN_INS} The secret is good for 10 minutes.`,
    request: { body: body(confirmationSchema, PASSWORD) },
    operationId: "beginCodeFactor",
    responses: answers("A new secret for an authenticator app", { data: codeSecret, refuses }),
  }),
  addCode: defineRoute("POST /api/auth/second-factors/code", {
    ...open,
    may: "public",
    description:
      `${FOR_SIGN_INS} A right code stores the secret, in place of an older one; at a sign-in it opens ` +
      "the session.",
    request: { body: body(newCodeSchema, { code: "287082" }) },
    operationId: "addCodeFactor",
    responses: answers("One-time codes are set up", {
      data: addedFactor,
      message: () => "One-time codes are set up",
      refuses,
    }),
  }),
  beginPasskey: defineRoute("POST /api/auth/second-factors/passkeys/options", {
    ...open,
    may: "public",
    description:
      `${FOR_SIGN_INS} The options are good for one answer within 10 minutes. Andon must be open under a ` +
      "host name, over https or as localhost.",
    request: { body: body(confirmationSchema, PASSWORD) },
    operationId: "beginPasskey",
    responses: answers("The options, as `PublicKeyCredential.parseCreationOptionsFromJSON()` takes them", {
      data: passkeyOptions,
      refuses,
    }),
  }),
  addPasskey: defineRoute("POST /api/auth/second-factors/passkeys", {
    ...open,
    may: "public",
    description:
      `${FOR_SIGN_INS} A user has ${SECOND_FACTOR_LIMITS.passkeys} passkeys at most. Binary values are ` +
      "base64url; the browser's further fields are left out. At a sign-in it opens the session.",
    request: {
      body: body(attestationSchema, {
        name: "Work phone",
        credential_id: "s3cr3tCr3d3nt1alId",
        client_data_json: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
        attestation_object: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ",
        transports: ["internal"],
      }),
    },
    operationId: "addPasskey",
    responses: answers("The passkey is added", {
      data: addedFactor,
      message: isDone("Passkey", "added"),
      of: { name: "Work phone" },
      refuses,
    }),
  }),
  renew: defineRoute("POST /api/auth/second-factors/recovery-codes", {
    may: "viewer",
    description: "A wrong password answers 403 and slows the next attempt down.",
    request: { body: body(renewalSchema, PASSWORD) },
    operationId: "renewRecoveryCodes",
    responses: answers(
      `${SECOND_FACTOR_LIMITS.recoveryCodes} new recovery codes, shown only in this answer`,
      {
        data: newRecoveryCodes,
        message: () => "The recovery codes are new; the old ones are no longer accepted",
      },
    ),
  }),
  remove: defineRoute("POST /api/auth/second-factors/remove", {
    may: "viewer",
    check: passkeyIsNamed,
    description:
      "A wrong password answers 403 and slows the next attempt down. The last factor of a user who must " +
      "have one stays: FORBIDDEN.",
    request: { body: body(removalSchema, { ...PASSWORD, factor: "code" }) },
    operationId: "removeSecondFactor",
    responses: answers("Removed", {
      message: ({ factor }: { factor: "code" | "passkey" }) =>
        factor === "code" ? "One-time codes are removed" : "The passkey is removed",
      of: { factor: "code" },
      refuses: ["NOT_FOUND"],
    }),
  }),
};
