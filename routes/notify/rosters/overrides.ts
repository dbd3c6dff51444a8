import { z } from "@hono/zod-openapi";
import { ROSTER_LIMITS } from "../../../domain/roster/limits.ts";
import { overrideSchema } from "../../../domain/roster/schema.ts";
import { type Issue, Refusal, validationRefusal } from "../../../domain/shared/refusal.ts";
import { answerCreated, answerDone, answerList } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../../pipeline/env.ts";
import { requireRole } from "../../pipeline/middleware/guard.ts";
import type { BodyCheck } from "../../pipeline/middleware/json_body.ts";
import { ownUser } from "../../people/own_user.ts";
import {
  body,
  idParam,
  listQuery,
  mustExist,
  newRoutes,
  notFound,
  pathId,
  present,
} from "../../pipeline/route.ts";
import { overrideView } from "../views/roster.ts";
import { rosterOverride } from "../views/schemas/roster.ts";
import { unknownUsers } from "./unknown_users.ts";

const DAY_MS = 24 * 3_600_000;

/** Overrides: users who take a roster over for a span. Operators do so for themselves, engineers for anybody. */
export function rosterOverrideRoutes(deps: AppDeps) {
  const { rosters, access } = deps.storage;
  const exists = mustExist({ noun: "Roster", find: (id) => deps.storage.rosters.get(id) });
  const check: BodyCheck = ({ user_id }) =>
    unknownUsers(deps.storage, { ids: [user_id], path: "", known: [] })
      .map(({ message }) => ({ path: "user_id", message }));
  const find = (id: number) => deps.storage.rosters.override(id);
  const path = "/api/rosters/{id}/overrides";
  const { overrides, overrideDays } = ROSTER_LIMITS;
  return newRoutes("Notifications")
    .handle(`GET ${path}`, {
      may: "viewer",
      middleware: [exists],
      request: { params: idParam, query: listQuery({}) },
      operationId: "listRosterOverrides",
      responses: answers("The overrides that have not ended, by ascending id", { list: rosterOverride }),
    }, (c) => {
      const now = deps.now();
      const rows = rosters.overrides(c.req.valid("param").id).filter(({ to_ms }) => to_ms > now);
      return answerList(c, {
        rows,
        query: c.req.valid("query"),
        view: (one) => overrideView(one, deps.storage),
      });
    })
    .handle(`POST ${path}`, {
      may: { role: "operator", at: "anywhere" },
      middleware: [exists],
      check,
      request: {
        params: idParam,
        body: body(overrideSchema, { from: "2026-01-31T05:00:00Z", to: "2026-01-31T13:00:00Z" }),
      },
      description:
        `At most ${overrides} that have not ended, each of at most ${overrideDays} days. A later one counts before ` +
        "an earlier one. Operators take a roster over themselves; to name somebody else takes the role engineer " +
        "in the whole plant.",
      operationId: "createRosterOverride",
      responses: answers("The new override", {
        status: 201,
        data: rosterOverride,
        message: ({ name }: { name: string }) => `${name} is on call in this time`,
        of: { name: "anna" },
        refuses: ["FORBIDDEN"],
      }),
    }, async (c, message) => {
      const { user_id = ownId(c), ...span } = c.req.valid("json");
      if (user_id !== ownUser(c)?.id) requireRole(c, "engineer");
      const draft = { user_id, ...spanOf(span, deps.now()) };
      const created = await rosters.addOverride(c.req.valid("param").id, draft, actorOf(c));
      const name = access.user(user_id)?.username ?? "";
      return answerCreated(c, {
        message: message({ name }),
        data: overrideView(created, deps.storage),
      });
    })
    .handle(`DELETE ${path}/{override_id}`, {
      may: { role: "operator", at: "anywhere" },
      middleware: [exists, mustExist({ param: "override_id", noun: "Override", find })],
      request: { params: z.object({ id: pathId(1), override_id: pathId(3) }) },
      description: "One that has begun ends now. VALIDATION_FAILED for one that has ended already.",
      operationId: "endRosterOverride",
      responses: answers("Ended", {
        message: () => "The override has ended",
        refuses: ["FORBIDDEN", "VALIDATION_FAILED"],
      }),
    }, async (c, message) => {
      const { id, override_id } = c.req.valid("param");
      const override = present(rosters.override(override_id), { noun: "Override", id: override_id });
      if (override.roster_id !== id) throw notFound("Override", { id: override_id });
      if (override.user_id !== ownUser(c)?.id) requireRole(c, "engineer");
      await rosters.endOverride(override_id, actorOf(c));
      return answerDone(c, message());
    });
}

function ownId(c: AppContext): number {
  const id = ownUser(c)?.id;
  if (id !== undefined) return id;
  throw new Refusal("FORBIDDEN", "Only a person takes a roster over; name one with `user_id`");
}

/** What begins in the past begins now. */
function spanOf({ from, to }: { from: string; to: string }, now: number): { from_ms: number; to_ms: number } {
  const from_ms = Math.max(now, Date.parse(from)), to_ms = Date.parse(to);
  const { overrideDays } = ROSTER_LIMITS, issues: Issue[] = [];
  if (to_ms <= now) issues.push({ path: "to", message: "Must be in the future" });
  else if (to_ms <= from_ms) issues.push({ path: "to", message: "Must be after `from`" });
  if (to_ms - from_ms > overrideDays * DAY_MS) {
    issues.push({ path: "to", message: `Must be at most ${overrideDays} days after \`from\`` });
  }
  if (issues.length > 0) throw validationRefusal(issues);
  return { from_ms, to_ms };
}
