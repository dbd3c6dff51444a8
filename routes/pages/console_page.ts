import { html } from "hono/html";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { ConsoleBuild } from "../deps.ts";
import type { Html } from "./layout.ts";

interface Shown {
  /** Undefined without a session. */
  user: Pick<UserRecord, "username" | "role" | "display_name"> | undefined;
  timeZone: string;
  mode: "dev" | "start";
}

/** The HTML of every console page. It contains the user and the plant's time zone, which saves requests. */
export function consolePage(console: ConsoleBuild, { user, timeZone, mode }: Shown): Html {
  return html`
    <!doctype html>
    <html lang="en" data-user="${user?.username ?? ""}" data-display-name="${user?.display_name ??
      ""}" data-role="${user?.role ??
      ""}"
      data-time-zone="${timeZone}"
      data-mode="${mode}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Andon</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="preload" href="${console.font}" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="${console.styles}" />
        ${console.preload.map((path) => html`<link rel="modulepreload" href="${path}" />`)}
        <script type="module" src="${console.script}"></script>
      </head>
      <body>
        <div id="app"></div>
        <noscript><p>This page needs JavaScript.</p></noscript>
      </body>
    </html>
  `;
}
