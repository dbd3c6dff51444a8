import { waysOf } from "../../../domain/contact_address/ways.ts";
import { answerList } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { listQuery, newRoutes } from "../../pipeline/route.ts";
import { notificationPerson } from "../views/schemas/roster.ts";

/** The users whom engineers put into teams, rosters and policies. */
export function notificationPeopleRoutes({ storage, now, settings, personalContactPoints }: AppDeps) {
  return newRoutes("Notifications").handle("GET /api/notification-people", {
    may: { role: "engineer", at: "plant" },
    request: { query: listQuery({}) },
    operationId: "listNotificationPeople",
    responses: answers("All users, for teams, rosters and policies", { list: notificationPerson }),
  }, (c) => {
    const usable = new Set(personalContactPoints?.list().map(({ id }) => id));
    const reading = {
      at: now(),
      plantTimeZone: settings.plantTimeZone,
      mailDomains: storage.plantSettings.get().notification_mail_domains,
      isUsable: (id: number) => usable.has(id),
    };
    return answerList(c, {
      rows: storage.access.users(),
      query: c.req.valid("query"),
      view: ({ id, username, display_name, is_active }) => ({
        id,
        username,
        display_name: display_name ?? null,
        is_active,
        is_reachable: waysOf(storage.contactAddresses.of(id), reading).targets.length > 0,
      }),
    });
  });
}
