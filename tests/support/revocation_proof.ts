import { AndonClient, type Json } from "./andon_client.ts";
import type { AndonProcess } from "./andon_process.ts";
import { ClusterHarness } from "./cluster_harness.ts";
import type { KvServer } from "./denokv.ts";
import { eventually } from "./eventually.ts";
import { isLeading } from "./is_leading.ts";
import { chunk, ModelServer } from "./model_server.ts";
import { type Channel, CHANNELS, Presence } from "./presence.ts";
import { tokenForge } from "./token_forge.ts";

/** The ways in which somebody loses access. */
export const WAYS = ["session ended", "user disabled", "API key deleted", "group without a role"] as const;
type Way = (typeof WAYS)[number];

/** How long after the answer to the revocation a channel ended; 0: before it. */
export interface Loss {
  way: Way;
  channel: Channel;
  ms: number;
}

/** Somebody who is going to be revoked, by a request of an administrator. */
interface Person {
  way: Way;
  headers: Record<string, string>;
  revoke(admin: AndonClient): Promise<unknown>;
}

export interface RevocationFigures {
  losses: Loss[];
  /** The statuses that the revoked get from the next leader. */
  afterTakeOver: number[];
}

const PASSWORD = "twelve characters at least";
const TOKEN_EVERY_MS = 250;
const TAKE_OVER_MS = 120_000;

/**
 * A leader and a standby over a KV server. Each way takes access from a person who is connected to the leader by all
 * channels; others stay. Then the leader is killed: at the next one the revoked are refused, and the others go on by all
 * channels without signing in again. Throws when a channel ends otherwise, or does not end.
 */
export async function proveRevocation(
  { kv, log = () => {} }: { kv: KvServer; log?: (line: string) => void },
): Promise<RevocationFigures> {
  await using parts = new AsyncDisposableStack();
  const model = parts.use(new ModelServer());
  model.otherwise = () => ({ respond: endlessAnswer });
  const forge = parts.use(await tokenForge());
  const cluster = parts.use(
    await ClusterHarness.start(kv, { processes: 2, environment: { RATE_LIMIT_AI: "off" } }),
  );
  const { leader, others: [standby] } = await cluster.byRole();
  const admin = await leader.client();
  const conversation = await conversationWith(admin, model);
  const connected = async ({ baseUrl }: AndonProcess, { headers }: Pick<Person, "headers">) =>
    parts.use(await Presence.begin({ baseUrl, headers, conversation }));
  const people = await peopleOf(admin, { forge, baseUrl: leader.baseUrl });
  const stay = [await signedIn(admin, "stays"), await keyOf(admin, "stays")];
  const others = await Promise.all(stay.map((one) => connected(leader, one)));
  const losses: Loss[] = [];
  for (const person of people) {
    const presence = await connected(leader, person);
    const worked = others.map(({ works }) => ({ ...works }));
    await person.revoke(admin);
    const answeredMs = performance.now();
    await eventually(`${person.way}: all ends`, () => presence.hasEnded);
    const odd = [presence, ...others].flatMap(({ odd }) => odd);
    if (odd.length > 0) throw new Error(`${person.way}: ${odd.join("; ")}\n${cluster.log}`);
    const own = CHANNELS.map((channel) => {
      const ms = Math.max(0, Math.round((presence.endedMs.get(channel) ?? Infinity) - answeredMs));
      return { way: person.way, channel, ms };
    });
    losses.push(...own);
    log(`${person.way}: ${own.map(({ channel, ms }) => `${channel} ${ms} ms`).join(", ")}`);
    await eventually(
      "others work on",
      () =>
        others.every(({ works, endedMs }, i) =>
          endedMs.size === 0 && MOVING.every((channel) => works[channel] > worked[i][channel])
        ),
    );
  }
  for (const presence of others) await presence[Symbol.asyncDispose]();
  await leader.kill();
  await eventually("the other one leads", () => isLeading(standby), TAKE_OVER_MS);
  await Promise.all(stay.map((one) => connected(standby, one)));
  const afterTakeOver = await Promise.all(people.map(({ headers }) => pageStatus(standby, headers)));
  return { losses, afterTakeOver };
}

async function pageStatus({ baseUrl }: AndonProcess, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${baseUrl}/api/packages`, { headers });
  await answer.body?.cancel();
  return answer.status;
}

/** Those that tell again and again that they work. */
const MOVING = ["pages", "stream", "mcp"] as const;

export function worst(losses: readonly Loss[], channel: Channel): number {
  return Math.max(...losses.filter((loss) => loss.channel === channel).map(({ ms }) => ms));
}

async function peopleOf(
  admin: AndonClient,
  { forge, baseUrl }: { forge: Awaited<ReturnType<typeof tokenForge>>; baseUrl: string },
): Promise<Person[]> {
  const anna = await signedIn(admin, "anna"), ben = await signedIn(admin, "ben");
  const key = await keyOf(admin, "program");
  const corp = (await admin.ok("POST", "/api/identity-providers", {
    name: "corp",
    issuer: forge.issuer,
    client_id: "andon",
    grants: [{ group: "operators", role: "operator" }],
  })).data;
  const cora = { headers: { cookie: await throughProvider(forge, baseUrl) } };
  return [
    {
      way: "session ended",
      headers: anna.headers,
      revoke: (by) => by.ok("DELETE", `/api/users/${anna.id}/sessions`),
    },
    {
      way: "user disabled",
      headers: ben.headers,
      revoke: (by) => by.ok("PUT", `/api/users/${ben.id}`, { is_active: false }),
    },
    {
      way: "API key deleted",
      headers: key.headers,
      revoke: (by) => by.ok("DELETE", `/api/keys/${key.id}`),
    },
    {
      way: "group without a role",
      headers: cora.headers,
      revoke: (by) => by.ok("PUT", `/api/identity-providers/${corp.id}`, { grants: [] }),
    },
  ];
}

async function keyOf(admin: AndonClient, name: string) {
  const { id, key } = (await admin.ok("POST", "/api/keys", { name, role: "operator" })).data;
  return { id, headers: { authorization: `Bearer ${key}` } };
}

async function signedIn(admin: AndonClient, username: string) {
  const body = { username, password: PASSWORD, role: "operator" };
  const { id } = (await admin.ok("POST", "/api/users", body)).data;
  const client = new AndonClient(admin.baseUrl);
  await client.signIn(username, PASSWORD);
  return { id, headers: { cookie: client.cookie } };
}

/** The cookie of somebody who signs in at the provider. */
async function throughProvider(
  forge: Awaited<ReturnType<typeof tokenForge>>,
  baseUrl: string,
): Promise<string> {
  forge.answer((nonce) => forge.sign(forge.claims({ aud: "andon", nonce })));
  const visit = async (url: string | URL, cookie = "") => {
    const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
    const text = await answer.text();
    if (answer.status !== 303) throw new Error(`${url} answers ${answer.status}: ${text}`);
    return answer;
  };
  const begun = await visit(`${baseUrl}/auth/oidc/1/begin`);
  const page = await visit(begun.headers.get("location") ?? "");
  const done = await visit(page.headers.get("location") ?? "", begun.headers.getSetCookie()[0].split(";")[0]);
  return done.headers.getSetCookie().find((set) => set.startsWith("andon_session="))?.split(";")[0] ?? "";
}

async function conversationWith(admin: AndonClient, model: ModelServer): Promise<string> {
  const { data } = await admin.ok("POST", "/api/ai-providers", {
    display_name: "Endless",
    provider_type: "openai_compatible",
    model_name: "test-model",
    api_key: "sk-test-0123456789abcdef",
    base_url: model.baseUrl,
  });
  return `/api/ai-providers/${data.id}/conversation`;
}

/** A word every quarter of a second, until the client leaves. */
function endlessAnswer(): Response {
  let timer: ReturnType<typeof setInterval> | undefined;
  const encoder = new TextEncoder();
  const word: Json = chunk([{ index: 0, delta: { content: "and " }, finish_reason: null }]);
  const bytes = encoder.encode(`data: ${JSON.stringify(word)}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      timer = setInterval(() => controller.enqueue(bytes), TOKEN_EVERY_MS);
    },
    cancel: () => clearInterval(timer),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
