import { ROSTER_LIMITS } from "../../../domain/roster/limits.ts";
import { rosterChangeSchema, type RosterRecord, rosterSchema } from "../../../domain/roster/schema.ts";
import { shifts } from "../../../domain/roster/shifts.ts";
import { invalid, type Issue } from "../../../domain/shared/refusal.ts";
import { msFromTicks } from "../../../domain/shared/time.ts";
import { answerList } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { NounRoutes } from "../../pipeline/noun_routes.ts";
import { ownUser } from "../../people/own_user.ts";
import { described, sourceTime } from "../../pipeline/query.ts";
import { takenName } from "../../pipeline/references.ts";
import { body, idParam, integerId, listQuery, mustExist, present } from "../../pipeline/route.ts";
import { rosterView, shiftView } from "../views/roster.ts";
import { roster, rosterExample, shift } from "../views/schemas/roster.ts";
import { holesText } from "./holes_text.ts";
import { unknownUsers } from "./unknown_users.ts";

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 14;

/** Rosters: who is on call when. Everybody reads them. */
export function rosterRoutes(deps: AppDeps) {
  const { rosters } = deps.storage;
  const scheduled = (id: number) => present(rosters.schedule(id), { noun: "Roster", id });
  const exists = mustExist({ noun: "Roster", find: (id) => deps.storage.rosters.get(id) });
  return new NounRoutes({
    tag: "Notifications",
    what: "roster",
    operation: { one: "Roster", many: "Rosters" },
    path: "/api/rosters",
    records: rosters,
    may: { read: "viewer", write: { role: "engineer", at: "plant" } },
    check: (given, c) => bodyIssues(deps, given, c),
    shown: roster,
    view: ({ id }: RosterRecord, c) =>
      rosterView(scheduled(id), deps.storage, { now: deps.now(), userId: ownUser(c)?.id }),
  })
    .list("The rosters, with who is on call now")
    .create({
      body: body(rosterSchema, rosterExample),
      description:
        `At most ${ROSTER_LIMITS.rosters} rosters, each with at most ${ROSTER_LIMITS.layers} layers of ` +
        `${ROSTER_LIMITS.users} users. The message names the holes of the coming 14 days.`,
      message: (made) => `Roster "${made.name}" is created${holesText(made)}`,
    })
    .read()
    .update({
      body: body(rosterChangeSchema, { name: "Utilities" }),
      description: "The message names the holes of the coming 14 days. A deleted user may stay in a layer.",
      message: (changed) => `Roster "${changed.name}" is updated${holesText(changed)}`,
    })
    .remove({
      description: "With its overrides. RESOURCE_IN_USE while a notification policy names it.",
      refuses: ["RESOURCE_IN_USE"],
    })
    .handle("GET /api/rosters/{id}/shifts", {
      middleware: [exists],
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
  if (to <= from) throw invalid("to", "Must be after `from`");
  if (to - from > shiftDays * DAY_MS) {
    throw invalid("to", `Must be at most ${shiftDays} days after \`from\``);
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
