import { AndonClient, type Json } from "./andon_client.ts";
import { ClusterHarness } from "./cluster_harness.ts";
import type { KvServer } from "./denokv.ts";
import { eventually } from "./eventually.ts";
import { chunk, ModelServer } from "./model_server.ts";
import { type Channel, CHANNELS, Presence } from "./presence.ts";
import { tokenForge } from "./token_forge.ts";

/** The ways in which somebody loses access. */
export const WAYS = ["session ended", "user disabled", "API key deleted", "group without a role"] as const;
type Way = (typeof WAYS)[number];

/** How long after the answer to the revocation a channel of a process ended; 0: before it. */
export interface Loss {
  way: Way;
  process: number;
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
  /** What worked for somebody else meanwhile, on each process. */
  othersWork: Record<Channel, number>[];
}

const PASSWORD = "twelve characters at least";
const TOKEN_EVERY_MS = 250;

/**
 * Three processes over a KV server. Each way takes access from a person who is connected to all of them by all
 * channels; somebody else stays. Throws when a channel ends otherwise, or does not end.
 */
export async function proveRevocation(
  { kv, log = () => {} }: { kv: KvServer; log?: (line: string) => void },
): Promise<RevocationFigures> {
  await using parts = new AsyncDisposableStack();
  const model = parts.use(new ModelServer());
  model.otherwise = () => ({ respond: endlessAnswer });
  const forge = parts.use(await tokenForge());
  const cluster = parts.use(await ClusterHarness.start(kv, { environment: { RATE_LIMIT_AI: "off" } }));
  const admins = await Promise.all(cluster.processes.map((process) => process.client()));
  const conversation = await conversationWith(admins[0], model);
  const everywhere = (headers: Record<string, string>) =>
    Promise.all(
      cluster.processes.map(async ({ baseUrl }) =>
        parts.use(await Presence.begin({ baseUrl, headers, conversation }))
      ),
    );
  const people = await peopleOf(admins[0], { forge, baseUrl: cluster.processes[0].baseUrl });
  const others = await everywhere(await signedIn(admins[0], "stays").then(({ headers }) => headers));
  const losses: Loss[] = [];
  for (const [at, person] of people.entries()) {
    const presences = await everywhere(person.headers);
    const worked = others.map(({ works }) => ({ ...works }));
    await person.revoke(admins[at % admins.length]);
    const answeredMs = performance.now();
    await eventually(`${person.way}: all ends`, () => presences.every(({ hasEnded }) => hasEnded));
    const odd = [...presences, ...others].flatMap((presence) => presence.odd);
    if (odd.length > 0) throw new Error(`${person.way}: ${odd.join("; ")}\n${cluster.log}`);
    const own = presences.flatMap(({ endedMs }, process) =>
      CHANNELS.map((channel) => {
        const ms = Math.max(0, Math.round((endedMs.get(channel) ?? Infinity) - answeredMs));
        return { way: person.way, process, channel, ms };
      })
    );
    losses.push(...own);
    log(`${person.way}: ${CHANNELS.map((channel) => `${channel} ${worst(own, channel)} ms`).join(", ")}`);
    await eventually(
      "others work on",
      () =>
        others.every(({ works, endedMs }, i) =>
          endedMs.size === 0 && MOVING.every((channel) => works[channel] > worked[i][channel])
        ),
    );
  }
  return { losses, othersWork: others.map(({ works }) => ({ ...works })) };
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
  const key = (await admin.ok("POST", "/api/keys", { name: "program", role: "operator" })).data;
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
      headers: { authorization: `Bearer ${key.key}` },
      revoke: (by) => by.ok("DELETE", `/api/keys/${key.id}`),
    },
    {
      way: "group without a role",
      headers: cora.headers,
      revoke: (by) => by.ok("PUT", `/api/identity-providers/${corp.id}`, { grants: [] }),
    },
  ];
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
