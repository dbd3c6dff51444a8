import type { z } from "@hono/zod-openapi";
import { ROSTER_LIMITS } from "../../../domain/roster/limits.ts";
import { rosterChangeSchema, type RosterRecord, rosterSchema } from "../../../domain/roster/schema.ts";
import { shifts } from "../../../domain/roster/shifts.ts";
import { type Issue, validationRefusal } from "../../../domain/shared/refusal.ts";
import { msFromTicks } from "../../../domain/shared/time.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers, isDone } from "../../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../../pipeline/env.ts";
import type { BodyCheck } from "../../pipeline/middleware/json_body.ts";
import { ownUser } from "../../people/own_user.ts";
import { described, sourceTime } from "../../pipeline/query.ts";
import { takenName } from "../../pipeline/references.ts";
import { body, idParam, integerId, listQuery, mustExist, newRoutes, present } from "../../pipeline/route.ts";
import { rosterView, shiftView } from "../views/roster.ts";
import { roster, rosterExample, shift } from "../views/schemas/roster.ts";
import { holesText } from "./holes_text.ts";
import { unknownUsers } from "./unknown_users.ts";

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 14;

type Roster = z.output<typeof roster.schema>;

/** Rosters: who is on call when. Everybody reads them. */
export function rosterRoutes(deps: AppDeps) {
  const { rosters } = deps.storage;
  const scheduled = (id: number) => present(rosters.schedule(id), { noun: "Roster", id });
  const viewOf = (c: AppContext) => {
    const reading = { now: deps.now(), userId: ownUser(c)?.id };
    return ({ id }: Pick<RosterRecord, "id">) => rosterView(scheduled(id), deps.storage, reading);
  };
  const exists = mustExist({ noun: "Roster", find: (id) => deps.storage.rosters.get(id) });
  const check: BodyCheck = (given, c) => bodyIssues(deps, given, c);
  const one = { path: "/api/rosters/{id}", middleware: [exists], request: { params: idParam } };
  return newRoutes("Notifications")
    .handle({
      method: "get",
      path: "/api/rosters",
      may: "viewer",
      request: { query: listQuery({}) },
      operationId: "listRosters",
      responses: answers("The rosters, with who is on call now", { list: roster }),
    }, (c) => answerList(c, { rows: rosters.list(), query: c.req.valid("query"), view: viewOf(c) }))
    .handle({
      method: "post",
      path: "/api/rosters",
      may: { role: "engineer", at: "plant" },
      check,
      request: { body: body(rosterSchema, rosterExample) },
      description:
        `At most ${ROSTER_LIMITS.rosters} rosters, each with at most ${ROSTER_LIMITS.layers} layers of ` +
        `${ROSTER_LIMITS.users} users. The message names the holes of the coming 14 days.`,
      operationId: "createRoster",
      responses: answers("The new roster", {
        status: 201,
        data: roster,
        message: (made: Roster) => `Roster "${made.name}" is created${holesText(made)}`,
      }),
    }, async (c, message) => {
      const data = viewOf(c)(await rosters.create(c.req.valid("json"), actorOf(c)));
      return answerCreated(c, { message: message(data), data });
    })
    .handle({
      ...one,
      method: "get",
      may: "viewer",
      operationId: "getRoster",
      responses: answers("The roster", { data: roster }),
    }, (c) => answerData(c, viewOf(c)(scheduled(c.req.valid("param").id))))
    .handle({
      ...one,
      method: "put",
      may: { role: "engineer", at: "plant" },
      check,
      request: { params: idParam, body: body(rosterChangeSchema, { name: "Utilities" }) },
      description: "The message names the holes of the coming 14 days. A deleted user may stay in a layer.",
      operationId: "updateRoster",
      responses: answers("The changed roster", {
        data: roster,
        message: (changed: Roster) => `Roster "${changed.name}" is updated${holesText(changed)}`,
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const data = viewOf(c)(await rosters.update(id, c.req.valid("json"), actorOf(c)));
      return answerWritten(c, { message: message(data), data });
    })
    .handle({
      ...one,
      method: "delete",
      may: { role: "engineer", at: "plant" },
      description: "With its overrides. RESOURCE_IN_USE while a notification policy names it.",
      operationId: "deleteRoster",
      responses: answers("Deleted", {
        message: isDone("Roster", "deleted"),
        of: { name: "Utilities" },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, name } = scheduled(c.req.valid("param").id);
      await rosters.remove(id, actorOf(c));
      return answerDone(c, message({ name }));
    })
    .handle({
      ...one,
      method: "get",
      path: "/api/rosters/{id}/shifts",
      may: "viewer",
      request: {
        params: idParam,
        query: listQuery({
          from: described(sourceTime(), "Default: now"),
          to: described(
            sourceTime(),
            `Exclusive, at most ${ROSTER_LIMITS.shiftDays} days after \`from\`; default: ${DEFAULT_DAYS} days after it`,
          ),
        }),
      },
      description:
        "The final schedule: layers, then overrides. The shifts cover the span without overlap, and the first and " +
        "the last are cut at its ends. A shift ends at a handover, at the end of its layer's hours, and where a " +
        "later layer or an override counts.",
      operationId: "listShifts",
      responses: answers("The shifts of the span, in the order of time", { list: shift }),
    }, (c) => {
      const schedule = scheduled(c.req.valid("param").id), query = c.req.valid("query");
      const span = spanOf(query, deps.now());
      const presenceOf = (id: number) => rosters.presenceOf(id);
      const rows = shifts(schedule, { ...span, presenceOf });
      return answerList(c, { rows, query, view: (one) => shiftView(one, deps.storage) });
    });
}

function spanOf(query: { from?: number; to?: number }, now: number): { from: number; to: number } {
  const from = query.from === undefined ? now : msFromTicks(query.from);
  const to = query.to === undefined ? from + DEFAULT_DAYS * DAY_MS : msFromTicks(query.to);
  const { shiftDays } = ROSTER_LIMITS;
  if (to <= from) throw validationRefusal([{ path: "to", message: "Must be after `from`" }]);
  if (to - from > shiftDays * DAY_MS) {
    throw validationRefusal([{ path: "to", message: `Must be at most ${shiftDays} days after \`from\`` }]);
  }
  return { from, to };
}

/** A name that another roster has, and unknown users, reported together with the issues of the schema. */
function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>, c: AppContext): Issue[] {
  const id = integerId(c.req.param("id")), { name, layers } = given;
  const taken = takenName(c, { noun: "Roster", name, byName: (name) => storage.rosters.byName(name) });
  const known = storage.rosters.get(id ?? 0)?.layers.flatMap(({ user_ids }) => user_ids) ?? [];
  const users = (Array.isArray(layers) ? layers : []).flatMap((layer: unknown, at) => {
    const ids = typeof layer === "object" && layer !== null && "user_ids" in layer ? layer.user_ids : [];
    return unknownUsers(storage, { ids, path: `layers.${at}.user_ids`, known });
  });
  return [...taken, ...users];
}
