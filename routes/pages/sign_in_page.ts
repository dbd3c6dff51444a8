import { html } from "hono/html";
import { type Html, layout } from "./layout.ts";

/** The sign-in form; `sign_in.js` sends it. */
export function signInPage(): Html {
  return layout({
    title: "Sign in – Andon",
    script: "sign_in.js",
    body: html`
      <main class="card">
        <h1>Sign in to Andon</h1>
        <form id="sign-in" method="post" action="/sign-in" novalidate>
          <label for="username">User name</label>
          <input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false"
            required autofocus />
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required />
          <p id="problem" class="problem" role="alert" aria-live="assertive"></p>
          <button type="submit">Sign in</button>
        </form>
        <noscript><p class="problem">This page needs JavaScript.</p></noscript>
      </main>
    `,
  });
}
