import { Hono } from "hono";
import type { Context } from "hono";
import { isAtLeast, roleIn } from "../../domain/access/grants.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { LinkAnswer, LinkRecord } from "../../domain/notification/link.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext, AppEnv } from "../pipeline/env.ts";
import { readText } from "../pipeline/middleware/json_body.ts";
import { rateLimits } from "../pipeline/middleware/rate_limit.ts";
import { linkPage, noLinkPage } from "../pages/notification_link_page.ts";

export const LINK_PATH = "/n/:token";
const ANSWERS: readonly LinkAnswer[] = ["acknowledge", "cannot"];

interface Opened {
  link: LinkRecord;
  user: UserRecord;
  /** Those that still exist. */
  events: EventRecord[];
}

/**
 * The page of a message to one person: its events, and two buttons. Mail scanners follow links, so only the buttons
 * change anything.
 */
export function notificationLinkRoutes(deps: AppDeps): Hono<AppEnv> {
  const spend = rateLimits(deps);
  return new Hono<AppEnv>()
    .get(LINK_PATH, async (c) => {
      await spend(c, { limit: undefined, isCrossSite: false });
      // Under no-referrer a browser sends a form with "Origin: null", which the cross-site check refuses.
      c.header("Referrer-Policy", "same-origin");
      const opened = await openedBy(c, deps);
      if (opened === undefined) return c.html(await noLinkPage(), 404);
      return c.html(await linkPage({ ...opened, timeZone: deps.settings.plantTimeZone, nowMs: deps.now() }));
    })
    .post(LINK_PATH, async (c) => {
      await spend(c, { limit: undefined, isCrossSite: false });
      const text = await readText(c);
      // After the body, which may take its time: who may act is what counts now.
      const opened = await openedBy(c, deps);
      if (opened === undefined) return c.html(await noLinkPage(), 404);
      const given = new URLSearchParams(text).get("answer");
      const answer = ANSWERS.find((each) => each === given);
      if (answer === undefined) {
        throw new Refusal("VALIDATION_FAILED", "answer: Must be acknowledge or cannot");
      }
      await answerBy(c, deps, { ...opened, answer });
      return c.redirect(c.req.path, 303);
    });
}

/** Undefined for a link that is unknown or has ended, and for a user who was removed or disabled. */
async function openedBy(c: Context, { storage }: AppDeps): Promise<Opened | undefined> {
  const link = await storage.notifications.link(c.req.param("token") ?? "");
  const user = link && storage.access.user(link.user_id);
  if (link === undefined || user === undefined || !user.is_active) return undefined;
  const found = await Promise.all(link.event_ids.map((id) => storage.events.get(id)));
  return { link, user, events: found.filter((event) => event !== undefined) };
}

/** Answers for the events at places where the person may act now; FORBIDDEN when there are none. */
async function answerBy(
  c: AppContext,
  deps: AppDeps,
  { link, user, events, answer }: Opened & { answer: LinkAnswer },
): Promise<void> {
  const { notifications } = deps.storage;
  if (link[`${answer}_at_ms`] !== null) return;
  const own = events.filter((event) => mayAct(deps, user, event));
  if (own.length === 0) {
    throw new Refusal(
      "FORBIDDEN",
      "You may not act on these events: ask an administrator for the role operator",
    );
  }
  const by = { name: user.username, role: user.role, address: c.get("client").address };
  const ids = own.map(({ id }) => id);
  if (answer === "acknowledge") {
    // At the same time, so that no escalation goes on behind a long list.
    await Promise.all(
      own.map(({ id: eventId, instance_id }) =>
        deps.instance(instance_id).ask({ type: "acknowledge_event", eventId, via: "link", by }).catch(
          ignoreNotFound,
        )
      ),
    );
    await notifications.answer(link, { answer, by, eventIds: ids });
  } else if (await notifications.answer(link, { answer, by, eventIds: ids })) {
    await Promise.all(ids.map((event_id) => deps.notifier?.cannot({ event_id, user_id: user.id })));
  }
}

function mayAct({ storage }: AppDeps, user: UserRecord, { plant_node_floc_id }: EventRecord): boolean {
  const areas = storage.areas.ofNode(plant_node_floc_id).map(({ id }) => id);
  return isAtLeast(roleIn({ role: user.role, grants: user.grants ?? [] }, areas), "operator");
}

/** An event that is deleted meanwhile keeps no other one from being acknowledged. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== "NOT_FOUND") throw error;
}
