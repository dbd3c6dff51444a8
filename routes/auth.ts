import { createRoute } from "@hono/zod-openapi";
import { loginSchema } from "../domain/access/schema.ts";
import type { UserRecord } from "../domain/access/types.ts";
import { answerData, answerDone, answerWritten } from "./answer.ts";
import { endedSessionCookie } from "./cookie.ts";
import type { AppDeps } from "./deps.ts";
import { jsonBody } from "./middleware/json_body.ts";
import { answers, body, newRoutes } from "./route.ts";
import { isSecureCookie, openSession, requireSafeTransport, SignIn } from "./sign_in.ts";

export function authRoutes(deps: AppDeps) {
  const signIn = new SignIn(deps);
  return newRoutes()
    .openapi(loginRoute, async (c) => {
      const client = c.get("client");
      requireSafeTransport(client, deps.settings);
      const user = await signIn.verify(c.req.valid("json"), client);
      await openSession(c, { deps, user });
      return answerWritten(c, { message: `Signed in as ${user.username}`, data: sessionView(user) });
    })
    .openapi(logoutRoute, async (c) => {
      const signedIn = c.get("signedIn");
      if (signedIn !== undefined) await deps.storage.access.endSession(signedIn.token);
      c.header("Set-Cookie", endedSessionCookie({ secure: isSecureCookie(c.get("client"), deps.settings) }));
      return answerDone(c, "Signed out");
    })
    .openapi(sessionRoute, (c) => {
      const signedIn = c.get("signedIn");
      return answerData(c, signedIn === undefined ? null : sessionView(signedIn.user));
    });
}

function sessionView({ username, role }: UserRecord) {
  return { username, role };
}

const loginRoute = createRoute({
  method: "post",
  path: "/api/auth/login",
  tags: ["Sign-in"],
  middleware: [jsonBody()],
  request: { body: body(loginSchema) },
  responses: answers("Signed in; the session comes as the cookie andon_session"),
});

const logoutRoute = createRoute({
  method: "post",
  path: "/api/auth/logout",
  tags: ["Sign-in"],
  responses: answers("Signed out"),
});

const sessionRoute = createRoute({
  method: "get",
  path: "/api/auth/session",
  tags: ["Sign-in"],
  responses: answers("Who is signed in; `data` is null when nobody is"),
});
