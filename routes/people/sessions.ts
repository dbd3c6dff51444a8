import { z } from "@hono/zod-openapi";
import { deviceName } from "../../domain/access/device_name.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { answerDone, answerList } from "../pipeline/answer.ts";
import { counted } from "../pipeline/counts.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { idParam, listQuery, mustExist, newRoutes, notFound } from "../pipeline/route.ts";
import { openSession } from "./views/schemas/access.ts";
import type { OpenSession } from "../../storage/access/sessions.ts";

/** Everybody's own sessions, and for admins those of each user. */
export function sessionRoutes({ storage: { access } }: AppDeps) {
  const exists = mustExist({ noun: "User", find: (id) => access.user(id) });
  const ownPath = "/api/auth/sessions", userPath = "/api/users/{id}/sessions";
  const userTags = ["Users"], tags = ["Sign-in"];
  const ended = answers("Ended; its connections close within 2 s", {
    message: () => "The session has ended",
  });

  const listed = (c: AppContext, rows: readonly OpenSession[]) => {
    const token = c.get("signedIn")?.token;
    const current = token === undefined ? undefined : access.sessionId(token);
    return { rows, view: (session: OpenSession) => sessionView(session, current) };
  };
  const end = async (c: AppContext, { userId, id }: { userId: number | undefined; id: string }) => {
    const ended = userId === undefined ? 0 : await access.endSessions(userId, { only: id, by: actorOf(c) });
    if (ended === 0) throw notFound("Session", { id });
  };
  return newRoutes()
    .handle(`GET ${ownPath}`, {
      may: "viewer",
      tags,
      description: "`last_used_at` is exact to 5 minutes. Without a session (API keys) the list is empty.",
      request: { query: listQuery({}) },
      operationId: "listOwnSessions",
      responses: answers("Your sessions, the newest first", { list: openSession }),
    }, (c) => {
      const user = c.get("signedIn")?.user;
      const sessions = user === undefined ? [] : access.sessionsOf(user.id);
      return answerList(c, { ...listed(c, sessions), query: c.req.valid("query") });
    })
    .handle(`DELETE ${ownPath}/{session_id}`, {
      may: "viewer",
      tags,
      request: { params: z.object({ session_id: sessionId }) },
      operationId: "endOwnSession",
      responses: ended,
    }, async (c, message) => {
      await end(c, { userId: c.get("signedIn")?.user.id, id: c.req.valid("param").session_id });
      return answerDone(c, message());
    })
    .handle(`GET ${userPath}`, {
      may: "admin",
      tags: userTags,
      middleware: [exists],
      request: { params: idParam, query: listQuery({}) },
      operationId: "listUserSessions",
      responses: answers("The sessions of the user, the newest first", { list: openSession }),
    }, (c) => {
      const sessions = access.sessionsOf(c.req.valid("param").id);
      return answerList(c, { ...listed(c, sessions), query: c.req.valid("query") });
    })
    .handle(`DELETE ${userPath}/{session_id}`, {
      may: "admin",
      tags: userTags,
      middleware: [exists],
      request: { params: idParam.extend({ session_id: sessionId }) },
      operationId: "endUserSession",
      responses: ended,
    }, async (c, message) => {
      const { id: userId, session_id: id } = c.req.valid("param");
      await end(c, { userId, id });
      return answerDone(c, message());
    })
    .handle(`DELETE ${userPath}`, {
      may: "admin",
      tags: userTags,
      middleware: [exists],
      request: { params: idParam },
      operationId: "endUserSessions",
      responses: answers("All sessions of the user have ended", { message: allEnded, of: 2 }),
    }, async (c, message) => {
      const ended = await access.endSessions(c.req.valid("param").id, { by: actorOf(c) });
      return answerDone(c, message(ended));
    });
}

function allEnded(count: number): string {
  return `${counted(count, "session")} ${count === 1 ? "has" : "have"} ended`;
}

function sessionView(session: OpenSession, current: string | undefined) {
  return {
    id: session.id,
    device: deviceName(session.user_agent),
    user_agent: session.user_agent ?? null,
    address: session.address ?? null,
    created_at: isoFromMs(session.created_at_ms),
    last_used_at: isoFromMs(session.last_used_at_ms),
    expires_at: isoFromMs(session.expires_at_ms),
    is_current: session.id === current,
  };
}

const sessionId = z.string().openapi({
  pattern: "^[0-9a-f]{24}$",
  param: { example: "5f0c9d3ab1e2476a8c90d1e2" },
});
