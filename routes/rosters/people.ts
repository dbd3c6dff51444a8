import { createRoute } from "@hono/zod-openapi";
import { answerList } from "../answer.ts";
import type { AppDeps } from "../deps.ts";
import { answers } from "../document/answers.ts";
import { listQuery, newRoutes } from "../route.ts";
import { notificationPerson } from "../views/schemas/roster.ts";

/** The users whom engineers put into teams, rosters and policies. */
export function notificationPeopleRoutes({ storage }: AppDeps) {
  return newRoutes().handle(listRoute, (c) =>
    answerList(c, {
      rows: storage.access.users(),
      query: c.req.valid("query"),
      view: ({ id, username, display_name, is_active }) => ({
        id,
        username,
        display_name: display_name ?? null,
        is_active,
        is_reachable: false,
      }),
    }));
}

const listRoute = createRoute({
  method: "get",
  path: "/api/notification-people",
  tags: ["Rosters"],
  request: { query: listQuery({}) },
  operationId: "listNotificationPeople",
  responses: answers("All users, for teams, rosters and policies", { list: notificationPerson }),
});
