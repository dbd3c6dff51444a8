import { assertEquals, assertMatch } from "@std/assert";
import type { AndonClient } from "./andon_client.ts";
import { CLIENT, type OidcProvider, oidcProvider } from "./oidc_provider.ts";

const AUDIENCE = "https://andon.example/api";
const SCOPE = "andon.read";
const MCP_REDIRECT = "http://127.0.0.1:65535/callback";
const GRANTS = [{ group: "operators", role: "operator" }, { group: SCOPE, role: "viewer" }];

/** Who reads an address: a session's or screen's cookie, or a token. */
type Headers = Record<string, string>;

interface Reader {
  who: string;
  headers: Headers;
}

interface Parts {
  provider: OidcProvider;
  /** Where the provider sends its logout tokens; they go on to the process that leads. */
  relay: Deno.HttpServer<Deno.NetAddr>;
  /** What it sent. */
  tokens: string[];
}

const visit = (url: string, cookie = "") => fetch(url, { headers: { cookie }, redirect: "manual" });

function cookieOf(answer: Response, name: string): string {
  return answer.headers.getSetCookie().find((set) => set.startsWith(name))?.split(";")[0] ?? "";
}

async function sendLogout(baseUrl: string, token: string): Promise<{ status: number; text: string }> {
  const body = new URLSearchParams({ logout_token: token });
  const answer = await fetch(`${baseUrl}/auth/backchannel-logout/1`, { method: "POST", body });
  return { status: answer.status, text: await answer.text() };
}

/** People of a real provider, programs and screens: some stay, some lose their access just before a take-over. */
export class TakeOverPeople implements AsyncDisposable {
  readonly #stay: Reader[] = [];
  readonly #end: Reader[] = [];
  readonly #ended: number[] = [];

  private constructor(readonly admin: AndonClient, readonly parts: Parts) {}

  static async begin(admin: AndonClient): Promise<TakeOverPeople> {
    const { baseUrl } = admin, tokens: string[] = [];
    const relay = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      tokens.push(new URLSearchParams(await request.text()).get("logout_token") ?? "");
      const { status, text } = await sendLogout(baseUrl, tokens[0]);
      return new Response(text, { status });
    });
    const provider = await oidcProvider({
      redirectAddresses: [`${baseUrl}/auth/oidc/1/callback`],
      people: Object.fromEntries(
        ["anna", "ben"].map((name) => [name, { preferred_username: name, groups: ["operators"] }]),
      ),
      audience: AUDIENCE,
      mcpRedirect: MCP_REDIRECT,
      logout: { returnAddress: `${baseUrl}/sign-in`, backchannel: `http://127.0.0.1:${relay.addr.port}/` },
    });
    const people = new TakeOverPeople(admin, { provider, relay, tokens });
    const body = { name: "corp", issuer: provider.issuer, ...CLIENT, audience: AUDIENCE, grants: GRANTS };
    await admin.ok("POST", "/api/identity-providers", body);
    await people.#signAllIn();
    return people;
  }

  async #logOutAgain(): Promise<void> {
    const { text } = await sendLogout(this.admin.baseUrl, this.parts.tokens[0]);
    assertMatch(text, /This logout token was already used/);
  }

  /** Some lose their access: anna by the provider's back channel, a screen by an administrator. */
  async endSome(): Promise<void> {
    await this.#expect(this.#stay, 200);
    await this.#expect(this.#end, 200);
    await this.parts.provider.signOut(`${this.parts.provider.issuer}/session/end`).catch(() => {});
    for (const id of this.#ended) await this.admin.ok("DELETE", `/api/screens/${id}`);
    await this.#expect(this.#end, 401);
    await this.#logOutAgain();
  }

  /** Everybody is what they were, and the logout token stays used. */
  async check(): Promise<void> {
    await this.#expect(this.#stay, 200);
    await this.#expect(this.#end, 401);
    await this.#logOutAgain();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.parts.provider[Symbol.asyncDispose]();
    await this.parts.relay.shutdown();
  }

  async #signAllIn(): Promise<void> {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const token = (login: string) => this.parts.provider.personToken(login, SCOPE);
    this.#stay.push(
      { who: "a program's token", headers: bearer(await this.parts.provider.programToken(SCOPE)) },
      { who: "ben's token", headers: bearer(await token("ben")) },
      { who: "a screen", headers: (await this.#screen("Line 1")).headers },
      { who: "ben's session", headers: await this.#session("ben") },
    );
    const screen = await this.#screen("Line 2");
    this.#ended.push(screen.id);
    this.#end.push(
      { who: "an ended screen", headers: screen.headers },
      { who: "anna's token", headers: bearer(await token("anna")) },
      // Last: whose session at the provider ends is who signed in last.
      { who: "anna's session", headers: await this.#session("anna") },
    );
  }

  async #session(login: string): Promise<Headers> {
    const { baseUrl } = this.admin;
    const begun = await visit(`${baseUrl}/auth/oidc/1/begin`);
    await begun.body?.cancel();
    const back = await this.parts.provider.signIn(begun.headers.get("location") ?? "", login);
    const done = await visit(back.href, cookieOf(begun, "andon_begun"));
    await done.body?.cancel();
    return { cookie: cookieOf(done, "andon_session") };
  }

  async #screen(name: string): Promise<{ id: number; headers: Headers }> {
    const shown = await fetch(`${this.admin.baseUrl}/api/screens/pairing`, { method: "POST" });
    const { data: { code } } = await shown.json();
    const { data: { id } } = await this.admin.ok("POST", "/api/screens", { code, name });
    return { id, headers: { cookie: cookieOf(shown, "andon_screen") } };
  }

  async #expect(readers: readonly Reader[], status: number): Promise<void> {
    const statuses = await Promise.all(readers.map(async ({ who, headers }) => {
      const answer = await fetch(`${this.admin.baseUrl}/api/rule-events/active`, { headers });
      await answer.body?.cancel();
      return `${who}: ${answer.status}`;
    }));
    assertEquals(statuses, readers.map(({ who }) => `${who}: ${status}`));
  }
}
