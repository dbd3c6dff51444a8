import { answerData, answerWritten } from "../../pipeline/answer.ts";
import { sessionView, signedInText } from "../auth.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { jsonBody } from "../../pipeline/middleware/json_body.ts";
import { body, newRoutes } from "../../pipeline/route.ts";
import { requireSafeTransport } from "../../pipeline/secure_transport.ts";
import { session } from "../views/schemas/access.ts";
import { passkeyOptions } from "../views/schemas/second_factor.ts";
import { assertionSchema, codeSchema } from "./bodies.ts";
import { MOST_WRONG, PENDING_MS, type SecondStep } from "./second_step.ts";

/** The second step of a sign-in, and sign-in with a passkey alone. */
export function secondStepRoutes({ settings }: AppDeps, secondStep: SecondStep) {
  return newRoutes("Sign-in")
    .handle("POST /api/auth/login/code", {
      may: "public",
      security: [],
      description:
        "The second step after `/api/auth/login`, in the browser or client that got its cookie. The body may hold 4 KiB. " +
        `The step may be taken within ${minutes} minutes, and ${MOST_WRONG} times; then the sign-in begins again. Each ` +
        "one-time code (RFC 6238, at most 30 s early or late) and each recovery code is accepted once. Wrong codes are " +
        "counted by user name and by address, those from known devices apart: after five within an hour, the next attempt " +
        "is checked 10 s after the last one, then 20 s, 40 s and at most 300 s; others are RATE_LIMITED.",
      request: { body: body(codeSchema, { code: "287082" }) },
      operationId: "confirmSignInByCode",
      responses: answers("Signed in; the session comes as a cookie", {
        ...SIGNED_IN,
        refuses: ["AUTHENTICATION_REQUIRED", "FORBIDDEN"],
      }),
    }, async (c, message) => {
      requireSafeTransport(c.get("client"), settings);
      const user = await secondStep.byCode(c, c.req.valid("json").code);
      return answerWritten(c, { message: message(user), data: sessionView(user) });
    })
    .handle("POST /api/auth/login/passkey/options", {
      may: "public",
      security: [],
      middleware: [jsonBody({ isOptional: true })],
      description:
        "The options for `navigator.credentials.get()`, and a cookie: of the user whose password was right in " +
        `this browser, or else for a sign-in with a passkey alone. They are good for one answer within ${minutes} minutes.`,
      operationId: "beginSignInByPasskey",
      responses: answers("The options, as `PublicKeyCredential.parseRequestOptionsFromJSON()` takes them", {
        data: passkeyOptions,
        refuses: ["FORBIDDEN", "VALIDATION_FAILED"],
      }),
    }, async (c) => {
      requireSafeTransport(c.get("client"), settings);
      return answerData(c, { options: { ...await secondStep.passkeyOptions(c) } });
    })
    .handle("POST /api/auth/login/passkey", {
      may: "public",
      security: [],
      description:
        "The authenticator's answer to the options; binary values are base64url. The body may hold 4 KiB. It " +
        "is the second step after `/api/auth/login`, or a whole sign-in if the authenticator has verified the person by " +
        "a PIN or a biometric feature.",
      request: {
        body: body(assertionSchema, {
          credential_id: "s3cr3tCr3d3nt1alId",
          client_data_json: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
          authenticator_data: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
          signature: "MEUCIQDqL0qF3h1a",
        }),
      },
      operationId: "signInByPasskey",
      responses: answers("Signed in; the session comes as a cookie", {
        ...SIGNED_IN,
        refuses: ["AUTHENTICATION_REQUIRED", "FORBIDDEN"],
      }),
    }, async (c, message) => {
      requireSafeTransport(c.get("client"), settings);
      const user = await secondStep.byPasskey(c, c.req.valid("json"));
      return answerWritten(c, { message: message(user), data: sessionView(user) });
    });
}

const minutes = PENDING_MS / 60_000;
const SIGNED_IN = { data: session, message: signedInText, carries: ["SetCookie"] } as const;
