import { createRoute } from "@hono/zod-openapi";
import { loginSchema, passwordChangeSchema } from "../domain/access/schema.ts";
import type { UserRecord } from "../domain/access/schema.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import { answerData, answerDone, answerWritten } from "./answer.ts";
import { endedSessionCookie } from "./cookie.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext } from "./env.ts";
import { jsonBody } from "./middleware/json_body.ts";
import { answers } from "./document/answers.ts";
import { body, newRoutes } from "./route.ts";
import { isSecureCookie, openSession, requireSafeTransport, type SignIn } from "./sign_in.ts";
import { session, sessionOrNull } from "./views/schemas/access.ts";

export function authRoutes(deps: AppDeps, signIn: SignIn) {
  return newRoutes()
    .handle(loginRoute, async (c) => {
      const client = c.get("client");
      requireSafeTransport(client, deps.settings);
      const user = await signIn.verify(c.req.valid("json"), client);
      await openSession(c, { deps, user });
      return answerWritten(c, { message: `Signed in as ${user.username}`, data: sessionView(user) });
    })
    .handle(logoutRoute, async (c) => {
      const signedIn = c.get("signedIn");
      if (signedIn !== undefined) await deps.storage.access.endSession(signedIn.token);
      endCookie(c, deps);
      return answerDone(c, "Signed out");
    })
    .handle(passwordRoute, async (c) => {
      const { current_password, new_password } = c.req.valid("json");
      const client = c.get("client");
      requireSafeTransport(client, deps.settings);
      const { username } = signedInUser(c);
      const user = await signIn.confirm({ username, password: current_password }, client);
      await deps.storage.access.changePassword(user, new_password);
      endCookie(c, deps);
      return answerDone(c, "Your password is changed; sign in again");
    })
    .handle(sessionRoute, (c) => {
      const actor = c.get("actor");
      return answerData(c, actor === undefined ? null : { username: actor.name, role: actor.role });
    });
}

function sessionView({ username, role }: UserRecord) {
  return { username, role };
}

/** An API key has no password. */
function signedInUser(c: AppContext): UserRecord {
  const signedIn = c.get("signedIn");
  if (signedIn === undefined) throw new Refusal("FORBIDDEN", "An API key has no password; sign in as a user");
  return signedIn.user;
}

function endCookie(c: AppContext, { settings }: AppDeps): void {
  c.header("Set-Cookie", endedSessionCookie({ secure: isSecureCookie(c.get("client"), settings) }));
}

const loginRoute = createRoute({
  method: "post",
  path: "/api/auth/login",
  tags: ["Sign-in"],
  security: [],
  description: "The body may hold 4 KiB.",
  middleware: [jsonBody()],
  request: { body: body(loginSchema, { username: "anna", password: "a password of hers" }) },
  operationId: "signIn",
  responses: answers("Signed in; the session comes as the cookie andon_session", {
    data: session,
    message: "Signed in as anna",
    carries: ["SetCookie"],
    refuses: ["AUTHENTICATION_REQUIRED"],
  }),
});

const logoutRoute = createRoute({
  method: "post",
  path: "/api/auth/logout",
  tags: ["Sign-in"],
  operationId: "signOut",
  responses: answers("Signed out", { message: "Signed out", carries: ["SetCookie"] }),
});

const passwordRoute = createRoute({
  method: "post",
  path: "/api/auth/password",
  tags: ["Sign-in"],
  middleware: [jsonBody()],
  request: {
    body: body(passwordChangeSchema, {
      current_password: "a password of hers",
      new_password: "another password",
    }),
  },
  operationId: "changeOwnPassword",
  responses: answers("Your password is changed, and all your sessions have ended", {
    message: "Your password is changed; sign in again",
    carries: ["SetCookie"],
  }),
});

const sessionRoute = createRoute({
  method: "get",
  path: "/api/auth/session",
  tags: ["Sign-in"],
  security: [],
  operationId: "getSession",
  responses: answers("The signed-in user; `data` is null without a session", { data: sessionOrNull }),
});
