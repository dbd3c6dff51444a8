import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Context } from "hono";
import { layout } from "./layout.ts";

/** A refusal as a page, for what a person opens in a browser. */
export async function errorPage(
  c: Context,
  { status, text }: { status: ContentfulStatusCode; text: string },
): Promise<Response> {
  const body = html`
    <main class="card">
      <h1>This did not work</h1>
      <p role="alert">${text}</p>
      <p><a href="/">Go to the event wall</a></p>
    </main>
  `;
  return c.html(await layout({ title: "Andon", body }), status);
}
