import { z } from "@hono/zod-openapi";
import { CONFIRMED_MS, DESK_PEOPLE, PIN_DIGITS, PROVIDER_CONFIRMED_MS } from "../../../domain/access/desk.ts";
import { deskPin } from "../../../domain/access/schema.ts";
import { pinWeakness } from "../../../domain/access/pin_strength.ts";
import { limitedText } from "../../../domain/shared/schema.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { type BodyCheck, jsonBody } from "../../pipeline/middleware/json_body.ts";
import { body, defineRoute, idParam, listQuery } from "../../pipeline/route.ts";
import { assertionSchema } from "../second_factor/bodies.ts";
import { person } from "../views/schemas/access.ts";
import { passkeyOptions } from "../views/schemas/second_factor.ts";
import { deskConfirmation, ownDeskPin } from "../views/schemas/shared_desk.ts";
import { CONFIRMATION_HEADER, confirmationHeaders } from "./header.ts";

const minutes = CONFIRMED_MS / 60_000;
/** How recently a user of an identity provider must have signed in to set a PIN. */
export const RECENT_MINUTES = 10;

type Acting = Pick<z.output<typeof deskConfirmation.schema>, "username" | "display_name" | "seconds">;

/** A PIN that somebody tries may have any form. */
const triedPin = z.strictObject({
  username: limitedText({ min: 1, max: 200 }).normalize("NFC"),
  pin: limitedText({ min: 1, max: 100 }),
});

const newPin = z.strictObject({
  pin: deskPin.describe("Dates, repeated digits, rows of digits and common PINs are refused"),
  current_password: limitedText({ min: 1, max: 1_000 }).optional().describe("Required of local users"),
});

/** A PIN of a wrong form is left to the schema. */
const pinIsStrong: BodyCheck = async ({ pin }) => {
  const weakness = typeof pin === "string" && deskPin.safeParse(pin).success
    ? await pinWeakness(pin)
    : undefined;
  return weakness === undefined ? [] : [{ path: "pin", message: weakness }];
};

export function actingText({ username, display_name, seconds }: Acting): string {
  return `Acting as ${display_name ?? username} for ${seconds / 60} minutes`;
}

const CONFIRMED =
  `The action is sent with the header \`${CONFIRMATION_HEADER}\`. It is done with the rights that both the person and ` +
  `the desk have, and the audit log names both. The confirmation counts for ${minutes} minutes in this session, for any ` +
  "number of actions; it ends with the session, and when the person is disabled or changed. ";

export const deskTable = {
  people: defineRoute("GET /api/auth/desk-people", {
    may: "viewer",
    description: `The last ${DESK_PEOPLE.most} people within ${
      DESK_PEOPLE.keptMs / 86_400_000
    } days; empty for a session that is no shared desk.`,
    request: { query: listQuery({}) },
    operationId: "listDeskPeople",
    responses: answers("Who has confirmed at this desk, the most recent first", { list: person }),
  }),
  confirm: defineRoute("POST /api/auth/desk-confirmations", {
    may: "viewer",
    description:
      "From the session of a shared desk, else VALIDATION_FAILED: a person confirms the next actions with the own PIN. " +
      CONFIRMED +
      "A wrong name and a wrong PIN are AUTHENTICATION_REQUIRED with `details.desk_confirmation: refused`. Wrong " +
      "attempts are counted by desk, and by person: at one desk alone for a person who has confirmed there before, else at all. " +
      "After five within 4 hours, the next attempt is checked 30 s after the last one, then 60 s, 120 s and at most " +
      "15 minutes; others are RATE_LIMITED, and their PIN is not checked. A right PIN clears the person's count, not " +
      "the desk's. Sign-ins and passkeys are not slowed down by it. The PIN of a user of an identity provider counts " +
      `for ${PROVIDER_CONFIRMED_MS / 86_400_000} days after the provider last confirmed the person.`,
    request: { body: body(triedPin, { username: "anna", pin: "583920" }) },
    operationId: "confirmAtDeskByPin",
    responses: answers("Confirmed", {
      data: deskConfirmation,
      message: actingText,
    }),
  }),
  passkeyOptions: defineRoute("POST /api/auth/desk-confirmations/passkey/options", {
    may: "viewer",
    middleware: [jsonBody({ isOptional: true })],
    description:
      "The options for `navigator.credentials.get()`, good for one answer within 5 minutes. They name nobody: " +
      "the authenticator offers the passkeys that it keeps for this host.",
    operationId: "beginDeskConfirmationByPasskey",
    responses: answers("The options, as `PublicKeyCredential.parseRequestOptionsFromJSON()` takes them", {
      data: passkeyOptions,
      refuses: ["VALIDATION_FAILED"],
    }),
  }),
  confirmByPasskey: defineRoute("POST /api/auth/desk-confirmations/passkey", {
    may: "viewer",
    description:
      "The authenticator's answer to the options, which has verified the person; binary values are " +
      `base64url. ${CONFIRMED}`,
    request: {
      body: body(assertionSchema, {
        credential_id: "s3cr3tCr3d3nt1alId",
        client_data_json: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
        authenticator_data: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
        signature: "MEUCIQDqL0qF3h1a",
      }),
    },
    operationId: "confirmAtDeskByPasskey",
    responses: answers("Confirmed", {
      data: deskConfirmation,
      message: actingText,
    }),
  }),
  end: defineRoute("DELETE /api/auth/desk-confirmations", {
    may: "viewer",
    description:
      `Ends the confirmation in the header \`${CONFIRMATION_HEADER}\`; without one nothing changes.`,
    request: { headers: confirmationHeaders },
    operationId: "endDeskConfirmation",
    responses: answers("Ended", { message: () => "Nobody acts at this desk now" }),
  }),
  getPin: defineRoute("GET /api/auth/desk-pin", {
    may: "viewer",
    operationId: "getOwnDeskPin",
    responses: answers("Whether you have a PIN for shared desks", { data: ownDeskPin }),
  }),
  setPin: defineRoute("PUT /api/auth/desk-pin", {
    may: "viewer",
    check: pinIsStrong,
    description:
      `Sets your PIN for shared desks, ${PIN_DIGITS.shortest} to ${PIN_DIGITS.longest} digits. A local user confirms ` +
      "it with the password: a wrong one answers 403 and slows the next attempt down. A user of an identity provider " +
      `must have signed in within the last ${RECENT_MINUTES} minutes: FORBIDDEN.`,
    request: { body: body(newPin, { pin: "583920", current_password: "a password of hers" }) },
    operationId: "setOwnDeskPin",
    responses: answers("Your PIN is set", {
      data: ownDeskPin,
      message: () => "Your PIN for shared desks is set",
    }),
  }),
  removePin: defineRoute("DELETE /api/auth/desk-pin", {
    may: "viewer",
    operationId: "removeOwnDeskPin",
    responses: answers("Removed", {
      message: () => "Your PIN for shared desks is removed",
      refuses: ["NOT_FOUND"],
    }),
  }),
  resetPin: (exists: ReturnType<typeof import("../../pipeline/route.ts").mustExist>) =>
    defineRoute("DELETE /api/users/{id}/desk-pin", {
      may: "admin",
      tags: ["Users"],
      middleware: [exists],
      request: { params: idParam },
      description: "Removes the user's PIN for shared desks and ends confirmations with it.",
      operationId: "resetDeskPin",
      responses: answers("Removed", {
        message: ({ username }: { username: string }) => `The PIN of "${username}" is removed`,
        of: { username: "anna" },
      }),
    }),
};
