import { html } from "hono/html";
import type { Html } from "./layout.ts";

/** The page of the OpenAPI document. Swagger UI draws it with its own styles, outside the common layout. */
export function docsPage(): Html {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>API – Andon</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/swagger-ui.css" />
        <link rel="stylesheet" href="/docs/docs.css" />
        <script src="/docs/swagger-ui.js" defer></script>
        <script src="/docs/docs.js" defer></script>
      </head>
      <body>
        <header>
          <a href="/">Event wall</a>
          <a href="/api/openapi.json">openapi.json</a>
        </header>
        <div id="docs">
          <noscript><p>This page needs JavaScript. The document itself: <a href="/api/openapi.json">openapi.json</a></p></noscript>
        </div>
      </body>
    </html>
  `;
}
