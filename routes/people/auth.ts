import { loginSchema, passwordChangeSchema, profileSchema } from "../../domain/access/schema.ts";
import { shownGrants } from "../../domain/access/desk.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import { UNCONFIRMED_MS } from "../../domain/identity_provider/provider_session.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { actorOf } from "../pipeline/env.ts";
import { answerData, answerDone, answerList, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { BodyCheck } from "../pipeline/middleware/json_body.ts";
import { weakPassword } from "./new_password.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, listQuery, newRoutes } from "../pipeline/route.ts";
import { providerLogout } from "./provider_logout.ts";
import { requireSafeTransport } from "../pipeline/secure_transport.ts";
import type { SecondStep } from "./second_factor/second_step.ts";
import { endCookies, openSession, rememberDevice, requireLocalSignIn, type SignIn } from "./sign_in.ts";
import { person, session, sessionOrNull, signedOut, signInOptions } from "./views/schemas/access.ts";
import { personView } from "./views/access.ts";

export function authRoutes(
  deps: AppDeps,
  { signIn, secondStep }: { signIn: SignIn; secondStep: SecondStep },
) {
  return newRoutes("Sign-in")
    .handle("POST /api/auth/login", {
      may: "public",
      security: [],
      description:
        "The body may hold 4 KiB. Wrong passwords are counted by user name and by address. After five within 5 minutes, the next " +
        "attempt is checked 1 s after the last one, then 2 s, 4 s and at most 8 s, one at a time; others are " +
        "RATE_LIMITED, and their password is not checked. A browser that the user has signed in with has a count of " +
        "its own: a sign-in sets the cookie `andon_device_<user id>` for 400 days, and 20 devices of a user are " +
        "remembered. Two passwords are checked at once, one of them from unknown devices; behind them wait 50 attempts " +
        "from known devices, which come first, 15 under names and from addresses without a recent wrong password, and 5 " +
        "others. For a user with a second factor, and for one who must set one up, a right password answers " +
        "AUTHENTICATION_REQUIRED with `details.second_factor` and sets a cookie for the next step: see " +
        "`/api/auth/login/code`.",
      request: { body: body(loginSchema, { username: "anna", password: "a password of hers" }) },
      operationId: "signIn",
      responses: answers("Signed in; the session comes as a cookie", {
        data: session,
        message: signedInText,
        carries: ["SetCookie"],
        refuses: ["AUTHENTICATION_REQUIRED", "FORBIDDEN"],
      }),
    }, async (c, message) => {
      requireSafeTransport(c.get("client"), deps.settings);
      if (!hasDirectory(deps)) requireLocalSignIn(deps.settings);
      const user = await signIn.verify(c, c.req.valid("json"));
      if (user.identity === undefined) requireLocalSignIn(deps.settings, user);
      secondStep.requireOf(c, user);
      await openSession(c, { deps, user });
      await rememberDevice(c, { deps, user });
      return answerWritten(c, { message: message(user), data: sessionView(user) });
    })
    .handle("POST /api/auth/logout", {
      may: "viewer",
      operationId: "signOut",
      description:
        "`provider_logout` is where a browser also ends the session at the identity provider that the user " +
        "signed in at; null: there is none.",
      responses: answers("Signed out", {
        message: () => "Signed out",
        data: signedOut,
        carries: ["SetCookie"],
      }),
    }, async (c, message) => {
      const signedIn = c.get("signedIn");
      let provider_logout: string | null = null;
      if (signedIn !== undefined) {
        const session = deps.storage.providerSessions.of(signedIn.token);
        await deps.storage.access.endSession(signedIn.token, { address: c.get("client").address });
        if (session !== undefined) provider_logout = await providerLogout(c, { deps, session });
      }
      endCookies(c, deps);
      return answerWritten(c, { message: message(), data: { provider_logout } });
    })
    .handle("POST /api/auth/password", {
      may: "viewer",
      check: newPasswordCheck,
      request: {
        body: body(passwordChangeSchema, {
          current_password: "a password of hers",
          new_password: "another password",
        }),
      },
      operationId: "changeOwnPassword",
      responses: answers("Your password is changed, and all your sessions have ended", {
        message: () => "Your password is changed; sign in again",
        carries: ["SetCookie"],
      }),
    }, async (c, message) => {
      const { current_password, new_password } = c.req.valid("json");
      const client = c.get("client");
      requireSafeTransport(client, deps.settings);
      const user = await signIn.confirm(c, current_password);
      await deps.storage.access.changePassword(user, new_password, { address: client.address });
      endCookies(c, deps);
      return answerDone(c, message());
    })
    .handle("GET /api/auth/sign-in-options", {
      may: "public",
      security: [],
      description: "What the sign-in page offers. A browser begins a sign-in at an identity provider with " +
        "`/auth/oidc/{id}/begin?next=<path>`, which leads to the provider's page and from there back to that path.",
      operationId: "getSignInOptions",
      responses: answers("The ways to sign in", { data: signInOptions }),
    }, (c) => {
      const active = deps.storage.identityProviders.list()
        .filter(({ ldap, is_active }) => is_active && ldap === null);
      const providers = active.map(({ id, name, button_label }) => {
        return { id, label: button_label ?? `Sign in with ${name}` };
      });
      const passkeys = deps.settings.localSignIn !== "off" && deps.storage.secondFactors.hasPasskeys();
      return answerData(c, {
        local_sign_in: deps.settings.localSignIn,
        directory_sign_in: hasDirectory(deps),
        passkeys,
        providers,
      });
    })
    .handle("GET /api/auth/session", {
      may: "public",
      security: [],
      operationId: "getSession",
      responses: answers("The signed-in user; `data` is null without a session", { data: sessionOrNull }),
    }, (c) => {
      const actor = c.get("actor");
      if (actor === undefined) return answerData(c, null);
      const signedIn = c.get("signedIn");
      const unconfirmed = signedIn === undefined ? {} : unconfirmedView(deps, signedIn.token);
      if (signedIn !== undefined) return answerData(c, { ...sessionView(signedIn.user), ...unconfirmed });
      const { name: username, role, grants } = actor;
      return answerData(c, { username, role, grants: [...grants], display_name: null });
    })
    .handle("PUT /api/auth/profile", {
      may: "viewer",
      description: "Changes what users may change of themselves; FORBIDDEN for an API key and a shared desk.",
      request: { body: body(profileSchema, { display_name: "Anna Keller" }) },
      operationId: "changeOwnProfile",
      responses: answers("The signed-in user", { data: session, message: () => "Your profile is saved" }),
    }, async (c, message) => {
      const signedIn = c.get("signedIn");
      if (signedIn === undefined) {
        throw new Refusal("FORBIDDEN", "An API key has no profile; sign in as a user");
      }
      if (signedIn.user.shared_desk === true) {
        throw new Refusal("FORBIDDEN", "An administrator names a shared desk");
      }
      const { access } = deps.storage;
      const updated = await access.updateUser(signedIn.user.id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(), data: sessionView(updated) });
    })
    .handle("GET /api/people", {
      may: "viewer",
      description: "The display names of users, for the user names in events, versions and the audit log.",
      request: { query: listQuery({}) },
      operationId: "listPeople",
      responses: answers("The users who have a display name", { list: person }),
    }, (c) => {
      const rows = deps.storage.access.users().filter(({ display_name }) => (display_name ?? null) !== null);
      return answerList(c, { rows, query: c.req.valid("query"), view: personView });
    });
}

/** Whether people sign in with the password of a directory, which LOCAL_SIGN_IN does not concern. */
function hasDirectory({ storage }: AppDeps): boolean {
  return storage.identityProviders.list().some(({ ldap, is_active }) => ldap !== null && is_active);
}

/** Says so while the identity provider of a session cannot confirm it. */
function unconfirmedView({ storage }: AppDeps, token: string) {
  const session = storage.providerSessions.of(token);
  const provider = session && storage.identityProviders.get(session.provider_id);
  if (session === undefined || provider === undefined) return {};
  const hasUnknownGroups = storage.access.hasUnknownGroups(session.user_id);
  if (session.problem === null && !hasUnknownGroups) return {};
  const { confirmed_at_ms: sinceMs } = session;
  const reads_only_from = isoFromMs(hasUnknownGroups ? sinceMs : sinceMs + UNCONFIRMED_MS);
  return { unconfirmed: { provider: provider.name, since: isoFromMs(sinceMs), reads_only_from } };
}

export function signedInText({ username }: { username: string }): string {
  return `Signed in as ${username}`;
}

export function sessionView(user: UserRecord) {
  const { username, display_name = null, shared_desk } = user;
  const { role, grants } = shownGrants(user);
  const view = { username, role, grants: [...grants], display_name };
  return shared_desk === true ? { ...view, shared_desk } : view;
}

const newPasswordCheck: BodyCheck = ({ new_password: password }, c) => {
  const username = c.get("signedIn")?.user.username ?? "";
  return weakPassword(password, { path: "new_password", username });
};
