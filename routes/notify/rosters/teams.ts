import type { Issue } from "../../../domain/shared/refusal.ts";
import { TEAM_LIMITS } from "../../../domain/team/limits.ts";
import { teamChangeSchema, type TeamRecord, teamSchema } from "../../../domain/team/schema.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { NounRoutes } from "../../pipeline/noun_routes.ts";
import { takenName } from "../../pipeline/references.ts";
import { body, integerId } from "../../pipeline/route.ts";
import { teamView } from "../views/roster.ts";
import { team, teamExample } from "../views/schemas/roster.ts";
import { unknownUsers } from "./unknown_users.ts";

/** Teams: lists of users that notifications are sent to. */
export function teamRoutes(deps: AppDeps) {
  const { teams } = deps.storage;
  return new NounRoutes({
    tag: "Notifications",
    what: "team",
    operation: { one: "Team", many: "Teams" },
    path: "/api/teams",
    records: teams,
    may: { read: "viewer", write: { role: "engineer", at: "plant" } },
    check: (given, c) => bodyIssues(deps, given, c),
    shown: team,
    view: (one: TeamRecord) => teamView(one, deps.storage),
  })
    .list("The teams")
    .create({
      body: body(teamSchema, teamExample),
      description: `At most ${TEAM_LIMITS.teams} teams, each with at most ${TEAM_LIMITS.users} users.`,
    })
    .read()
    .update({ body: body(teamChangeSchema, { user_ids: [2, 5, 6] }) })
    .remove({
      description: "RESOURCE_IN_USE while a notification policy names it.",
      refuses: ["RESOURCE_IN_USE"],
    });
}

/** A name that another team has, and unknown users, reported together with the issues of the schema. */
function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>, c: AppContext): Issue[] {
  const id = integerId(c.req.param("id")), { name, user_ids } = given;
  const taken = takenName(c, { noun: "Team", name, byName: (name) => storage.teams.byName(name) });
  const known = storage.teams.get(id ?? 0)?.user_ids ?? [];
  return [...taken, ...unknownUsers(storage, { ids: user_ids, path: "user_ids", known })];
}
