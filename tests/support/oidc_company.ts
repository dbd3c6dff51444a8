import { assertEquals } from "@std/assert";
import { type Json, type TestApp, testApp } from "../contract/support.ts";
import { CLIENT, type OidcProvider, oidcProvider, type OidcProviderOptions } from "./oidc_provider.ts";

export const BASE = "http://localhost:8000";
/** Ids are given in order, so the first provider of a store has a known address. */
export const CALLBACKS = [1, 2].map((id) => `${BASE}/auth/oidc/${id}/callback`);
const GRANTS = [
  { group: "/plant/operators", role: "operator" },
  { group: "/plant/engineers", role: "engineer" },
];

export interface Company extends AsyncDisposable {
  app: TestApp;
  provider: OidcProvider;
  id: number;
  people: OidcProviderOptions["people"];
}

/** Andon with one provider, in the shape of Keycloak: groups as paths in the ID token. */
export async function company(
  options: Partial<OidcProviderOptions> = {},
  { given = {}, now = Date.now }: { given?: Record<string, unknown>; now?: () => number } = {},
): Promise<Company> {
  const people = options.people ?? { anna: { preferred_username: "anna", groups: ["/plant/operators"] } };
  const provider = await oidcProvider({ redirectAddresses: CALLBACKS, ...options, people });
  const app = await testApp({ now });
  const id = await register(app, { issuer: provider.issuer, ...given });
  return {
    app,
    provider,
    id,
    people,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

export async function register(app: TestApp, given: Record<string, unknown>): Promise<number> {
  const body = { name: "corp", ...CLIENT, grants: GRANTS, ...given };
  const made = await app.call("POST /api/identity-providers", { as: "admin", body });
  assertEquals(made.status, 201, made.text);
  return made.body.data.id;
}

/** A browser: its cookies. */
export type Browser = Map<string, string>;

export async function visit(app: TestApp, { path, browser }: { path: string; browser: Browser }) {
  const cookie = [...browser].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await app.call(`GET ${path}`, { headers: { cookie }, undocumented: true });
  for (const set of answer.headers.getSetCookie()) {
    const [name, value] = set.split(";")[0].split("=");
    if (/Max-Age=0$/.test(set)) browser.delete(name);
    else browser.set(name, value);
  }
  return answer;
}

export async function begin({ app, id }: Company, browser: Browser, next = "/events"): Promise<string> {
  const path = `/auth/oidc/${id}/begin?next=${encodeURIComponent(next)}`;
  const answer = await visit(app, { path, browser });
  assertEquals(answer.status, 303, answer.text);
  return answer.headers.get("location") ?? "";
}

export const pathOf = (url: URL) => url.pathname + url.search;

export async function signIn(
  at: Company,
  { login = "anna", next = "/events", browser = new Map() as Browser } = {},
) {
  const path = pathOf(await at.provider.signIn(await begin(at, browser, next), login));
  const answer = await visit(at.app, { path, browser });
  return { answer, browser, path };
}

export async function sessionOf(app: TestApp, browser: Browser): Promise<Json> {
  const cookie = `andon_session=${browser.get("andon_session")}`;
  return (await app.call("GET /api/auth/session", { headers: { cookie } })).body.data;
}
