import { html } from "hono/html";
import { type Html, layout } from "./layout.ts";

/** The page of a one-time link. Only its button redeems the link, so that a prefetch does not. */
export function loginLinkPage(token: string): Html {
  return layout({
    title: "Sign in – Andon",
    body: html`
      <main class="card">
        <h1>Sign in to Andon</h1>
        <p>This link signs you in once as the administrator.</p>
        <form method="post" action="/login/once">
          <input type="hidden" name="token" value="${token}" />
          <button type="submit" autofocus>Sign in</button>
        </form>
      </main>
    `,
  });
}
