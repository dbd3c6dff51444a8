import { html } from "hono/html";
import type { DemoInboxView, InboxMessage } from "../../domain/contact_point/inbox_message.ts";
import { type Html, layout } from "./layout.ts";

/** The messages of the demo inbox, newest first. */
export function demoInboxPage(inbox: DemoInboxView, timeZone: string): Html {
  const messages = inbox.messages();
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "medium", timeStyle: "medium" });
  return layout({
    title: "Demo inbox",
    body: html`
      <main class="inbox">
        <h1>Demo inbox</h1>
        <p>
          What Andon sent to the contact point “Demo inbox”. It takes mail at <code>${inbox.mailServer}</code>
          (SMTP, no encryption) and webhooks at <code>${inbox.webhookUrl}</code>, on this machine and in
          <code>deno task dev</code> only. Nothing leaves the machine.
        </p>
        <p><a href="/demo-inbox">Refresh</a> · <a href="/notifications/contact-points">Contact points</a></p>
        ${messages.length === 0 ? html`<p>No message yet.</p>` : messages.map((each) => shown(each, time))}
      </main>
    `,
  });
}

function shown({ at, way, from, to, title, text }: InboxMessage, time: Intl.DateTimeFormat): Html {
  const sender = from === "" ? "" : `from ${from} `;
  return html`
    <article>
      <h2>${title}</h2>
      <p class="muted">${time.format(Date.parse(at))}: ${way} ${sender}to ${to}</p>
      <pre>${text}</pre>
    </article>
  `;
}
