import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A whole page: no script and no style stands in it, both come from files of our own. */
export function layout(page: { title: string; script?: string; body: Html }): Html {
  const script = page.script === undefined
    ? ""
    : html`<script type="module" src="/assets/${page.script}"></script>`;
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/andon.css" />
        ${script}
      </head>
      <body>
        ${page.body}
      </body>
    </html>
  `;
}
