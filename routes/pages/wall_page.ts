import { html } from "hono/html";
import { type Html, layout } from "./layout.ts";

/** The page of active events; `wall.js` fills it and keeps it fresh. */
export function wallPage(user: { username: string; role: string }, timeZone: string): Html {
  return layout({
    title: "Active events – Andon",
    script: "wall.js",
    body: html`
      <header>
        <h1>Active events</h1>
        <span id="count" role="status" aria-live="polite"></span>
        <span id="source" class="state" role="status" aria-live="polite"></span>
        <span class="spring"></span>
        <span class="who" title="${user.role}">${user.username}</span>
        <button id="sign-out" type="button" class="plain">Sign out</button>
      </header>
      <main data-time-zone="${timeZone}">
        <p id="problem" class="problem banner" role="alert" hidden></p>
        <p id="note" class="note">Loading…</p>
        <div id="groups"></div>
        <noscript><p class="problem">This page needs JavaScript.</p></noscript>
      </main>
    `,
  });
}
