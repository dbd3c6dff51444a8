import type { Issue } from "../../../domain/shared/refusal.ts";
import { TEAM_LIMITS } from "../../../domain/team/limits.ts";
import { teamChangeSchema, type TeamRecord, teamSchema } from "../../../domain/team/schema.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers, isDone } from "../../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../../pipeline/env.ts";
import type { BodyCheck } from "../../pipeline/middleware/json_body.ts";
import { takenName } from "../../pipeline/references.ts";
import { body, idParam, integerId, listQuery, newRoutes, oneOf } from "../../pipeline/route.ts";
import { teamView } from "../views/roster.ts";
import { team, teamExample } from "../views/schemas/roster.ts";
import { unknownUsers } from "./unknown_users.ts";

/** Teams: lists of users that notifications are sent to. */
export function teamRoutes(deps: AppDeps) {
  const { teams } = deps.storage;
  const { found, exists } = oneOf({ noun: "Team", find: (id) => teams.get(id) });
  const view = (one: TeamRecord) => teamView(one, deps.storage);
  const check: BodyCheck = (given, c) => bodyIssues(deps, given, c);
  const one = { path: "/api/teams/{id}", middleware: [exists], request: { params: idParam } };
  return newRoutes("Notifications")
    .handle({
      method: "get",
      path: "/api/teams",
      may: "viewer",
      request: { query: listQuery({}) },
      operationId: "listTeams",
      responses: answers("The teams", { list: team }),
    }, (c) => answerList(c, { rows: teams.list(), query: c.req.valid("query"), view }))
    .handle({
      method: "post",
      path: "/api/teams",
      may: { role: "engineer", at: "plant" },
      check,
      request: { body: body(teamSchema, teamExample) },
      description: `At most ${TEAM_LIMITS.teams} teams, each with at most ${TEAM_LIMITS.users} users.`,
      operationId: "createTeam",
      responses: answers("The new team", { status: 201, data: team, message: isDone("Team", "created") }),
    }, async (c, message) => {
      const created = await teams.create(c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: message(created), data: view(created) });
    })
    .handle({
      ...one,
      method: "get",
      may: "viewer",
      operationId: "getTeam",
      responses: answers("The team", { data: team }),
    }, (c) => answerData(c, view(found(c.req.valid("param").id))))
    .handle({
      ...one,
      method: "put",
      may: { role: "engineer", at: "plant" },
      check,
      request: { params: idParam, body: body(teamChangeSchema, { user_ids: [2, 5, 6] }) },
      operationId: "updateTeam",
      responses: answers("The changed team", { data: team, message: isDone("Team", "updated") }),
    }, async (c, message) => {
      const updated = await teams.update(c.req.valid("param").id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(updated), data: view(updated) });
    })
    .handle({
      ...one,
      method: "delete",
      may: { role: "engineer", at: "plant" },
      description: "RESOURCE_IN_USE while a notification policy names it.",
      operationId: "deleteTeam",
      responses: answers("Deleted", {
        message: isDone("Team", "deleted"),
        of: { name: "Electricians" },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.valid("param").id);
      await teams.remove(id, actorOf(c));
      return answerDone(c, message({ name }));
    });
}

/** A name that another team has, and unknown users, reported together with the issues of the schema. */
function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>, c: AppContext): Issue[] {
  const id = integerId(c.req.param("id")), { name, user_ids } = given;
  const taken = takenName(c, { noun: "Team", name, byName: (name) => storage.teams.byName(name) });
  const known = storage.teams.get(id ?? 0)?.user_ids ?? [];
  return [...taken, ...unknownUsers(storage, { ids: user_ids, path: "user_ids", known })];
}
