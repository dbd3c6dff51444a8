import { html } from "hono/html";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { ConsoleBuild } from "../deps.ts";
import type { Html } from "./layout.ts";

/** Active events that are not shelved, at a time in milliseconds since 1970. */
export interface ActiveNow {
  nowMs: number;
  counts: Record<"critical" | "error" | "warning" | "info", number>;
}

interface Shown {
  /** Undefined without a session. */
  user: Pick<UserRecord, "username" | "role" | "grants" | "display_name"> | undefined;
  timeZone: string;
  mode: "dev" | "start";
  /** The pattern of the page; undefined for the sign-in page. */
  path?: string;
  active?: ActiveNow;
}

/**
 * The HTML of every console page. It contains the user and the plant's time zone, which saves requests, and names all
 * scripts of the page, so that none waits for another. On a slow line there is something to read before the styles:
 * they stand below the text, which they would hold back otherwise. The font comes last, with the styles.
 */
export function consolePage(
  console: ConsoleBuild,
  { user, timeZone, mode, path, active }: Shown,
): Html {
  const scripts = [...console.preload, ...console.pageScripts?.get(path ?? "") ?? []];
  return html`
    <!doctype html>
    <html lang="en" data-user="${user?.username ?? ""}" data-display-name="${user?.display_name ??
      ""}" data-role="${user?.role ??
      ""}"
      data-grants="${JSON.stringify(user?.grants ?? [])}"
      data-time-zone="${timeZone}"
      data-mode="${mode}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Andon</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="preload" href="${console.styles}" as="style" fetchpriority="high" />
        ${scripts.map((script) => html`<link rel="modulepreload" href="${script}" />`)}
        ${active &&
          html`<link rel="preload" href="/api/rule-events/active" as="fetch" crossorigin="anonymous" />`}
        <script type="module" src="${console.script}"></script>
      </head>
      <body>
        <div id="app">${active && firstText(active, timeZone)}</div>
        <link rel="stylesheet" href="${console.styles}" />
        <noscript><p>This page needs JavaScript.</p></noscript>
      </body>
    </html>
  `;
}

/** What is read while the console loads. */
function firstText({ nowMs, counts }: ActiveNow, timeZone: string): Html {
  const at = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" }).format(nowMs);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  const text = total === 0 ? "No active events" : `Active events: ${parts.join(", ")}`;
  return html`
    <main>
      <h1>Andon</h1>
      <p>${text} (${at})</p>
      <p>The console is loading…</p>
    </main>
  `;
}
