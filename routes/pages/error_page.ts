import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Context } from "hono";
import { layout } from "./layout.ts";

/** A refusal as a page for a person's browser. */
export async function errorPage(
  c: Context,
  { status, text }: { status: ContentfulStatusCode; text: string },
): Promise<Response> {
  const isNothing = status === 404;
  const [address, link] = c.req.path.startsWith("/auth/")
    ? ["/sign-in", "To the sign-in page"]
    : ["/", "To the overview"];
  const body = html`
    <main class="card">
      <h1>${isNothing ? "There is nothing at this address" : "This did not work"}</h1>
      <p role="alert">${isNothing ? "It may have been moved, or typed differently." : text}</p>
      <p><a href="${address}">${link}</a></p>
    </main>
  `;
  return c.html(await layout({ title: "Andon", body }), status);
}
