import { assertEquals, assertMatch } from "@std/assert";
import { serve } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { ADMIN_PASSWORD, SECRETS_KEY } from "../support/andon_process.ts";
import { endedStart } from "../support/refused_start.ts";

/** A pair for localhost and 127.0.0.1, good until 2125, and a key that belongs to neither. */
const file = (name: string) => new URL(`../support/tls/${name}`, import.meta.url).pathname;
const CERT = file("localhost.cert.pem");
const KEY = file("localhost.key.pem");
const OTHER_KEY = file("other.key.pem");

async function servedByTls() {
  const settings = parseSettings(
    {
      PORT: "0",
      HOST: "127.0.0.1",
      KV_URL: ":memory:",
      ACTOR_SHARDS: "0",
      ADMIN_PASSWORD,
      SECRETS_KEY,
      TLS_CERT_FILE: CERT,
      TLS_KEY_FILE: KEY,
    },
    "start",
    { cores: 1, tty: false },
  );
  const { secretsKey, adminPassword } = settings;
  if (secretsKey === null) throw new TypeError("The tests' SECRETS_KEY is no key");
  const andon = await serve({ settings, secretsKey, adminPassword, log: () => {}, alwaysAllow: [] });
  const client = Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(CERT)] });
  return {
    address: andon.address,
    call: async (path: string, init: RequestInit = {}, base = andon.address) => {
      const answer = await fetch(base + path, { ...init, client });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    async [Symbol.asyncDispose]() {
      client.close();
      await andon.close();
    },
  };
}

const login = (origin: string) => ({
  method: "POST",
  headers: { "content-type": "application/json", origin },
  body: JSON.stringify({ username: "admin", password: ADMIN_PASSWORD }),
});

Deno.test("TLS_CERT_FILE and TLS_KEY_FILE are served: https answers, and sign-in holds over it", async () => {
  await using on = await servedByTls();
  assertMatch(on.address, /^https:\/\/localhost:\d+$/);
  assertEquals((await on.call("/healthz")).status, 200);
  const opened = await on.call("/api/auth/login", login(on.address));
  assertEquals(opened.status, 200);
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  assertEquals((await on.call("/api/packages", { headers: { cookie } })).status, 200);
});

Deno.test("over TLS a page of plain http, even of the same host, is another site", async () => {
  await using on = await servedByTls();
  const plain = on.address.replace("https:", "http:");
  assertEquals((await on.call("/api/auth/login", login(plain))).status, 403);
});

Deno.test("plain http on the TLS port is answered nothing", async () => {
  await using on = await servedByTls();
  const outcome = await on.call("/healthz", {}, on.address.replace("https:", "http:"))
    .then((answer) => answer.status, (error) => error instanceof TypeError);
  assertEquals(outcome, true);
});

/** What `start` says to files that it cannot serve. The store's folder must not even be made. */
async function refused(environment: Record<string, string>): Promise<string> {
  const dataDir = await Deno.makeTempDir();
  try {
    const kept = `${dataDir}/data`;
    const { code, lines } = await endedStart({
      DATA_DIR: kept,
      KV_URL: `${kept}/andon.sqlite`,
      ...environment,
    });
    const touched = await Deno.stat(kept).then(() => true, () => false);
    assertEquals([environment, code, lines.length, touched], [environment, 2, 1, false]);
    return lines[0];
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

Deno.test("files that cannot be served: one line, exit code 2, and the store is untouched", async () => {
  const pair = (cert: string, key: string) => refused({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
  const [missing, lacking, foreign, mismatch, one] = await Promise.all([
    pair("/nowhere/cert.pem", KEY),
    pair(KEY, KEY),
    pair(CERT, CERT),
    pair(CERT, OTHER_KEY),
    refused({ TLS_CERT_FILE: CERT }),
  ]);
  assertMatch(missing, /^TLS_CERT_FILE is "\/nowhere\/cert.pem", which cannot be read/);
  assertMatch(lacking, /^TLS_CERT_FILE .*contains no certificate/);
  assertMatch(foreign, /^TLS_KEY_FILE .*contains no private key/);
  assertMatch(
    mismatch,
    /^TLS_CERT_FILE .* and TLS_KEY_FILE .* cannot be served .*use a certificate and its own/,
  );
  assertMatch(one, /^TLS_KEY_FILE is not set but TLS_CERT_FILE is/);
});

Deno.test("a place that cannot be listened on: one line, exit code 2, and the store is untouched", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const inUse = await refused({ PORT: String(taken.addr.port) });
  assertMatch(inUse, /^PORT is \d+, which another program listens on already/);
  assertMatch(await refused({ HOST: "192.0.2.1" }), /^HOST is "192.0.2.1", which cannot be listened on/);
});
