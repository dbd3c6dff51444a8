import { SECRET_BYTES, secretAddress, secretText, stepOfCode } from "../../../domain/access/one_time_code.ts";
import type { UserRecord } from "../../../domain/access/schema.ts";
import { needsFactor, type SecondFactorsRecord } from "../../../domain/access/second_factor.ts";
import type { Actor } from "../../../domain/access/types.ts";
import { invalid, Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs, isoOrNull, type Ms } from "../../../domain/shared/time.ts";
import { answerData, answerDone, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { actorOf, type AppContext, signInFirst } from "../../pipeline/env.ts";
import { newRoutes } from "../../pipeline/route.ts";
import { requireSafeTransport } from "../../pipeline/secure_transport.ts";
import type { SignIn } from "../sign_in.ts";
import { ExpiringStates } from "./expiring_states.ts";
import { ownTable } from "./own_table.ts";
import type { PendingOwner, SecondStep } from "./second_step.ts";
import {
  base64url,
  type Challenge,
  creationOptions,
  newChallenge,
  siteOf,
  verifiedPasskey,
} from "./webauthn.ts";

/** How long a factor may take to set up after it was begun. */
export const BEGUN_MS: Ms = 10 * 60_000;
const HANDLE_BYTES = 32;

/** A factor that is being set up, by the token of the session or of the sign-in. */
type Begun = { kind: "code"; secret: string } | { kind: "passkey"; challenge: Challenge; handle: string };

/** Who sets up a factor: within a session, or at a sign-in that must set one up. */
interface Owner {
  user: UserRecord;
  by: Actor;
  /** Of the session or of the sign-in. */
  token: string;
  pending: PendingOwner | undefined;
}

/** The second factors of the signed-in user. */
export function secondFactorRoutes(
  deps: AppDeps,
  { signIn, secondStep }: { signIn: SignIn; secondStep: SecondStep },
) {
  const { secondFactors } = deps.storage;
  const begun = new ExpiringStates<Begun>(() => deps.now(), { lifetimeMs: BEGUN_MS });
  const isRequired = (user: UserRecord) => needsFactor(user, deps.settings.requireSecondFactor);

  async function confirmed(c: AppContext, password: string | undefined): Promise<Owner> {
    requireSafeTransport(c.get("client"), deps.settings);
    const owner = ownerOf(c, secondStep);
    if (owner.pending !== undefined) return owner;
    if (password === undefined) {
      throw invalid("current_password", "Is required");
    }
    return { ...owner, user: await signIn.confirm(c, password) };
  }

  /** What this owner began, which is forgotten. */
  function taken<K extends Begun["kind"]>({ token }: Owner, kind: K): Extract<Begun, { kind: K }> {
    const state = begun.take(token);
    if (state?.kind === kind) return state as Extract<Begun, { kind: K }>;
    throw new Refusal("FORBIDDEN", "This was not begun here, or more than 10 minutes ago; begin again");
  }

  return newRoutes("Second factor")
    .handle(...ownTable.get, (c) => {
      const user = c.get("signedIn")?.user;
      if (user === undefined || user.identity !== undefined) return answerData(c, NONE);
      const view = ownView(secondFactors.of(user.id));
      return answerData(c, { ...view, is_available: true, is_required: isRequired(user) });
    })
    .handle(...ownTable.beginCode, async (c) => {
      const { user, token } = await confirmed(c, c.req.valid("json").current_password);
      const secret = secretText(deps.randomBytes(SECRET_BYTES));
      begun.set(token, { kind: "code", secret });
      return answerData(c, { secret, address: secretAddress(secret, user.username) });
    })
    .handle(...ownTable.addCode, async (c, message) => {
      const owner = ownerOf(c, secondStep);
      const state = taken(owner, "code");
      const code = c.req.valid("json").code.replace(/[\s-]/g, "");
      const step = stepOfCode(code, { secret: state.secret, nowMs: deps.now() });
      if (step === undefined) {
        begun.set(owner.token, state);
        const message = "Is wrong; type what the app shows now, and check that the phone's clock is right";
        throw invalid("code", message);
      }
      const { user, by, pending } = owner;
      const mustBeFirst = pending !== undefined;
      const added = await secondFactors.addCode(user, { secret: state.secret, step, by, mustBeFirst });
      if (pending !== undefined) await secondStep.finishSettingUp(c, pending);
      return answerWritten(c, { message: message(), data: { recovery_codes: added.recoveryCodes } });
    })
    .handle(...ownTable.beginPasskey, async (c) => {
      const { user, token } = await confirmed(c, c.req.valid("json").current_password);
      const challenge = newChallenge(deps, siteOf(c, deps));
      const { handle = base64url(deps.randomBytes(HANDLE_BYTES)), passkeys = [] } =
        secondFactors.of(user.id) ?? {};
      begun.set(token, { kind: "passkey", challenge, handle });
      const displayName = user.display_name ?? user.username;
      const options = await creationOptions(challenge, {
        name: user.username,
        displayName,
        handle,
        passkeys,
      });
      return answerData(c, { options: { ...options } });
    })
    .handle(...ownTable.addPasskey, async (c, message) => {
      const owner = ownerOf(c, secondStep);
      const { challenge, handle } = taken(owner, "passkey");
      const passkey = await verifiedPasskey(c.req.valid("json"), challenge);
      const { user, by, pending } = owner;
      const mustBeFirst = pending !== undefined;
      const added = await secondFactors.addPasskey(user, { handle, passkey, by, mustBeFirst });
      if (pending !== undefined) await secondStep.finishSettingUp(c, pending);
      return answerWritten(c, { message: message(passkey), data: { recovery_codes: added.recoveryCodes } });
    })
    .handle(...ownTable.renew, async (c, message) => {
      const { user, by } = await confirmed(c, c.req.valid("json").current_password);
      const recovery_codes = await secondFactors.renewRecoveryCodes(user, by);
      return answerWritten(c, { message: message(), data: { recovery_codes } });
    })
    .handle(...ownTable.remove, async (c, message) => {
      const { current_password, factor, credential_id: credentialId = "" } = c.req.valid("json");
      sessionOwner(c);
      const { user, by } = await confirmed(c, current_password);
      await secondFactors.remove(user, {
        factor: factor === "code" ? "code" : { credentialId },
        mustKeepOne: isRequired(user),
        by,
      });
      return answerDone(c, message({ factor }));
    });
}

/** A session comes first; a sign-in that must set up a factor only counts without one. */
function ownerOf(c: AppContext, secondStep: SecondStep): Owner {
  if (c.get("actor") !== undefined) return sessionOwner(c);
  const pending = secondStep.settingUp(c);
  if (pending === undefined) throw signInFirst();
  const { user, token } = pending;
  const by = { name: user.username, role: user.role, address: c.get("client").address };
  return { user, by, token, pending };
}

function sessionOwner(c: AppContext): Owner {
  const signedIn = c.get("signedIn");
  if (signedIn === undefined) {
    throw new Refusal("FORBIDDEN", "Only a user who is signed in here has second factors");
  }
  const { user, token } = signedIn;
  if (user.identity === undefined) return { user, by: actorOf(c), token, pending: undefined };
  throw new Refusal(
    "FORBIDDEN",
    "You sign in at an identity provider, which asks for its own second factor; set it up there",
  );
}

/** Of an API key, and of a user of an identity provider. */
const NONE = { code: null, passkeys: [], recovery_codes_left: 0, is_available: false, is_required: false };

function ownView(record: SecondFactorsRecord | undefined) {
  const { code = null, passkeys = [], recovery_hashes = [] } = record ?? {};
  return {
    code: code === null ? null : times(code),
    passkeys: passkeys.map((one) => {
      return { credential_id: one.credential_id, name: one.name, host: one.host, ...times(one) };
    }),
    recovery_codes_left: recovery_hashes.length,
  };
}

function times({ created_at_ms, last_used_at_ms }: { created_at_ms: Ms; last_used_at_ms: Ms | null }) {
  return {
    created_at: isoFromMs(created_at_ms),
    last_used_at: isoOrNull(last_used_at_ms),
  };
}
