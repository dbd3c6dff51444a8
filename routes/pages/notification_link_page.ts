import { html } from "hono/html";
import { isDrill } from "../../domain/event/drill.ts";
import { displayNameOf } from "../../domain/event/view.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { LinkRecord } from "../../domain/notification/link.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type Html, layout } from "./layout.ts";

export interface LinkPage {
  link: LinkRecord;
  user: UserRecord;
  events: readonly EventRecord[];
  timeZone: string;
  nowMs: Ms;
}

/** The events of a message, and the buttons of the person to whom it went. */
export function linkPage({ link, user, events, timeZone }: LinkPage): Html {
  const time = timeIn(timeZone);
  const count = events.length === 1 ? "1 event" : `${events.length} events`;
  return layout({
    title: `${count} – Andon`,
    body: html`
      <main class="card wide">
        <h1>${count} for ${user.display_name ?? user.username}</h1>
        ${events.some(isDrill)
          ? html`<p>This is a drill: nothing is wrong in the plant. Answer as you would answer the event.</p>`
          : ""}
        ${events.length === 0 ? html`<p>The events were deleted.</p>` : ""}
        <ul class="events">
          ${events.map((event) => eventItem(event, time))}
        </ul>
        ${answersOf({ link, events, time })}
        <p><a href="/events/${events[0]?.id ?? ""}">Open in Andon</a></p>
      </main>
    `,
  });
}

/** The page of an unknown link, and of one that has ended. */
export function noLinkPage(): Html {
  return layout({
    title: "Andon",
    body: html`
      <main class="card">
        <h1>This link does not work</h1>
        <p role="alert">
          A link works for 24 hours, and only for the person to whom the message was sent. Sign in to see the events.
        </p>
        <p><a href="/">To the overview</a></p>
      </main>
    `,
  });
}

function eventItem(event: EventRecord, time: (iso: string) => string): Html {
  const { severity, is_active, template_instance, start_time, event_description } = event;
  const state = is_active ? "active" : "ended";
  return html`
    <li>
      <strong>${isDrill(event) ? "Drill: " : ""}${displayNameOf(event)}</strong>
      <span>${severity}, ${state}, ${template_instance}, since ${time(start_time)}</span>
      <span>${event_description}</span>
      <span>${event.acknowledged_at === null ? "" : acknowledgedText(event, time)}</span>
    </li>
  `;
}

function acknowledgedText({ acknowledged_at, acknowledged_by }: EventRecord, time: (iso: string) => string) {
  return acknowledged_at === null ? "" : `Acknowledged by ${acknowledged_by} at ${time(acknowledged_at)}`;
}

function answersOf(
  { link, events, time }: { link: LinkRecord; events: readonly EventRecord[]; time: (iso: string) => string },
): Html {
  const at = (ms: Ms) => time(new Date(ms).toISOString());
  const { acknowledge_at_ms, cannot_at_ms } = link;
  const isOpen = events.some(({ acknowledged_at }) => acknowledged_at === null);
  return html`
    ${acknowledge_at_ms === null
      ? ""
      : html`<p role="status">You acknowledged at ${at(acknowledge_at_ms)}.</p>`}
    ${cannot_at_ms === null
      ? ""
      : html`<p role="status">You answered "I cannot" at ${at(cannot_at_ms)}. The next person is told.</p>`}
    ${acknowledge_at_ms === null && isOpen ? button("acknowledge", "Acknowledge") : ""}
    ${cannot_at_ms === null && acknowledge_at_ms === null && isOpen ? button("cannot", "I cannot") : ""}
  `;
}

function button(answer: string, label: string): Html {
  return html`
    <form method="post">
      <input type="hidden" name="answer" value="${answer}" />
      <button type="submit" class="${answer}">${label}</button>
    </form>
  `;
}

function timeIn(timeZone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  const zone = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "short" });
  return (iso) => {
    const at = new Date(iso);
    const name = zone.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
    return `${format.format(at)} ${name}`;
  };
}
