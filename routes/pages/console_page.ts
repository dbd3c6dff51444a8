import { html } from "hono/html";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { AreaGrant } from "../../domain/access/types.ts";
import type { ScreenRecord } from "../../domain/screen/schema.ts";
import type { ConsoleBuild } from "../../ports/console.ts";
import type { Html } from "./layout.ts";

/** Active events that are not shelved, at a time in milliseconds since 1970. */
export interface ActiveNow {
  nowMs: number;
  counts: Record<"critical" | "error" | "warning" | "info", number>;
}

interface ShownUser extends Pick<UserRecord, "username" | "role" | "display_name" | "shared_desk"> {
  grants?: readonly AreaGrant[];
}

interface Shown {
  /** Undefined without a session. */
  user: ShownUser | undefined;
  /** Undefined for a person. */
  screen?: Pick<ScreenRecord, "start_page" | "areas" | "viewing">;
  timeZone: string;
  mode: "dev" | "start";
  /** The pattern of the page, or `/sign-in`. */
  path: string;
  /** The frame of the push channel after which the page continues. */
  seq?: string;
  active?: ActiveNow;
}

/**
 * The HTML of every console page. It contains the user and the plant's time zone, which saves requests, and names all
 * scripts of the page, so that none waits for another. On a slow line there is something to read before the styles:
 * they stand below the text, which they would hold back otherwise. The font comes last, with the styles.
 */
export function consolePage(
  console: ConsoleBuild,
  { user, screen, timeZone, mode, path, seq, active }: Shown,
): Html {
  const scripts = console.pageScripts.get(path) ?? [];
  const isFirst = console.firstPages.includes(path);
  const styles = isFirst ? [console.styles] : [console.styles, console.laterStyles];
  return html`
    <!doctype html>
    <html lang="en" data-user="${user?.username ?? ""}" data-display-name="${user?.display_name ??
      ""}" data-role="${user?.role ??
      ""}"
      data-grants="${JSON.stringify(user?.grants ?? [])}"
      data-shared-desk="${String(user?.shared_desk === true)}"
      data-time-zone="${timeZone}"
      data-mode="${mode}"
      data-seq="${seq ?? ""}"
      data-screen="${user === undefined ? "" : screen?.start_page ?? ""}"
      data-screen-areas="${user === undefined ? "" : screen?.areas.join(",") ?? ""}"
      data-screen-viewing="${user === undefined || !screen?.viewing ? "" : JSON.stringify(screen.viewing)}"
      data-later-styles="${isFirst ? console.laterStyles : ""}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Andon</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        ${styles.map((sheet) => html`<link rel="preload" href="${sheet}" as="style" fetchpriority="high" />`)}
        <script type="module" src="${console.script}"></script>
        ${scripts.map((script) => html`<link rel="modulepreload" href="${script}" />`)}
        ${active &&
          html`<link rel="preload" href="/api/rule-events/active" as="fetch" crossorigin="anonymous" />`}
      </head>
      <body>
        <div id="app">${firstText({
          active: active && activeText(active, timeZone),
          isScreen: path === "/screen",
        })}</div>
        ${styles.map((sheet) => html`<link rel="stylesheet" href="${sheet}" />`)}
        <noscript><p>This page needs JavaScript.</p></noscript>
      </body>
    </html>
  `;
}

/** What is read while the console loads. */
function firstText({ active, isScreen }: { active: string | undefined; isScreen: boolean }): Html {
  return html`
    <main>
      <h1>${active === undefined && !isScreen ? "Sign in to Andon" : "Andon"}</h1>
      ${active && html`<p>${active}</p>`}
      <p>The console is loading…</p>
    </main>
  `;
}

function activeText({ nowMs, counts }: ActiveNow, timeZone: string): string {
  const at = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" }).format(nowMs);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  return `${total === 0 ? "No active events" : `Active events: ${parts.join(", ")}`} (${at})`;
}
