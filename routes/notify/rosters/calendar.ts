import { z } from "@hono/zod-openapi";
import type { UserRecord } from "../../../domain/access/schema.ts";
import { type CalendarEntry, calendarText, calendarTime } from "../../../domain/roster/icalendar.ts";
import { shifts } from "../../../domain/roster/shifts.ts";
import type { Shift } from "../../../domain/roster/types.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { answerDone, answerWritten } from "../../pipeline/answer.ts";
import { counted } from "../../pipeline/counts.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers, type DocumentedAnswer, refusals } from "../../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../../pipeline/env.ts";
import { ownUser } from "../../people/own_user.ts";
import { described, text } from "../../pipeline/query.ts";
import { idParam, mustExist, newRoutes, notFound } from "../../pipeline/route.ts";
import { rosterCalendar } from "../views/schemas/roster.ts";
import type { ScheduledRoster } from "../../../storage/rosters.ts";

const DAY_MS = 24 * 3_600_000;
/** A shift is a year long at most, so that each is written from its beginning. */
const SPAN = { before: 400 * DAY_MS, shownBefore: 30 * DAY_MS, after: 180 * DAY_MS };
const FILE = /^([1-9]\d{0,15})\.ics$/;

/** Rosters for calendar programs: an address with a token for each user, which can be ended. */
export function rosterCalendarRoutes(deps: AppDeps) {
  const { rosters } = deps.storage;
  const exists = mustExist({ noun: "Roster", find: (id) => deps.storage.rosters.get(id) });
  const own = { middleware: [exists], request: { params: idParam } };
  return newRoutes("Notifications")
    .handle("POST /api/rosters/{id}/calendar", {
      ...own,
      may: "viewer",
      description: "A new address for the caller's calendar program; it ends the one before.",
      operationId: "openRosterCalendar",
      responses: answers("The address", {
        data: rosterCalendar,
        message: () => "This is your address of the calendar; the one before has ended",
        refuses: ["FORBIDDEN"],
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const token = await rosters.openCalendar(id, requireUser(c), actorOf(c));
      return answerWritten(c, {
        message: message(),
        data: { path: `/files/rosters/${id}.ics?token=${token}` },
      });
    })
    .handle("DELETE /api/rosters/{id}/calendar", {
      ...own,
      may: "viewer",
      operationId: "closeRosterCalendar",
      responses: answers("Ended", {
        message: () => "Your address of the calendar has ended",
        refuses: ["FORBIDDEN"],
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      await rosters.closeCalendars(id, { userId: requireUser(c).id, by: actorOf(c) });
      return answerDone(c, message());
    })
    .handle("DELETE /api/rosters/{id}/calendars", {
      ...own,
      may: { role: "engineer", at: "plant" },
      operationId: "closeRosterCalendars",
      responses: answers("The addresses of all users have ended", { message: allEnded, of: 2 }),
    }, async (c, message) => {
      const ended = await rosters.closeCalendars(c.req.valid("param").id, { by: actorOf(c) });
      return answerDone(c, message(ended));
    })
    .handle("GET /files/rosters/{file}", {
      may: "public",
      security: [],
      request: {
        params: z.object({
          file: z.string().openapi({
            pattern: FILE.source,
            param: { example: "1.ics", description: "The id of the roster and `.ics`" },
          }),
        }),
        query: z.object({
          token: described(text(), "Of POST /api/rosters/{id}/calendar; without it there is no calendar"),
        }),
      },
      description:
        "For calendar programs, which have no session: the shifts of the last 30 and the coming 180 days, holes " +
        "too, in UTC. NOT_FOUND for a token that has ended, or whose user is disabled or deleted.",
      operationId: "getRosterCalendar",
      responses: { 200: calendarFile, ...refusals(["NOT_FOUND"]) },
    }, (c) => {
      const { file } = c.req.valid("param"), { token = "" } = c.req.valid("query");
      const id = Number(FILE.exec(file)?.[1]);
      const roster = rosters.calendarUser(id, token) && rosters.schedule(id);
      if (roster === undefined) throw notFound("Calendar", { id: file });
      return c.body(calendarOf(roster, deps), 200, {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": `attachment; filename="andon-roster-${id}.ics"`,
        "Cache-Control": "no-store",
      });
    });
}

function requireUser(c: AppContext): UserRecord {
  const user = ownUser(c);
  if (user !== undefined) return user;
  throw new Refusal("FORBIDDEN", "A calendar belongs to a user; sign in as one");
}

function calendarOf(roster: ScheduledRoster, { storage, now }: Pick<AppDeps, "storage" | "now">): string {
  const at = now();
  const found = shifts(roster, {
    from: at - SPAN.before,
    to: at + SPAN.after,
    presenceOf: (id) => storage.rosters.presenceOf(id),
  });
  const entries = found
    .filter(({ kind, to_ms }) => kind !== "free" && to_ms > at - SPAN.shownBefore)
    .map((shift) => entryOf(shift, { roster, storage }));
  return calendarText(`On call: ${roster.name}`, { entries, now: at });
}

function entryOf(
  { from_ms, to_ms, kind, user_id, layer, override_id }: Shift,
  { roster, storage }: { roster: ScheduledRoster; storage: Pick<AppDeps["storage"], "access" | "id"> },
): CalendarEntry {
  const user = user_id === null ? undefined : storage.access.user(user_id);
  const name = user?.display_name ?? user?.username ?? "A deleted user";
  return {
    uid: `roster-${roster.id}-${
      override_id === null ? `layer-${layer ?? "none"}` : `override-${override_id}`
    }-${calendarTime(from_ms)}@${storage.id}.andon`,
    from: from_ms,
    to: to_ms,
    summary: kind === "on_call" ? `${name}: on call (${roster.name})` : `Nobody on call (${roster.name})`,
    description: layer === null ? "" : roster.layers[layer]!.name,
  };
}

const calendarFile: DocumentedAnswer = {
  description: "The roster as iCalendar",
  content: { "text/calendar": { schema: z.string() } },
};

function allEnded(count: number): string {
  return `${counted(count, "address")} ${count === 1 ? "has" : "have"} ended`;
}
