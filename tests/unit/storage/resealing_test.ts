import { saveConfiguration } from "../../support/configured.ts";
import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { identityProviderSchema } from "../../../domain/identity_provider/schema.ts";
import { providerSchema } from "../../../domain/provider/schema.ts";
import type { Log } from "../../../domain/shared/log.ts";
import type { Storage } from "../../../storage/contract.ts";
import { openOver, WrongSecretsKey } from "../../../storage/open.ts";
import { type KvBackend, kvBackend } from "../../../storage/store/backend.ts";
import { oneTimeCode } from "../../support/one_time_code.ts";
import { BY, random, until } from "./support.ts";

const [OLD, NEW, NEWEST] = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill));
const PROVIDERS = 3;

interface Opening {
  current: Uint8Array;
  previous?: Uint8Array;
  wrap?: (backend: KvBackend) => KvBackend;
  log?: Log;
}

/** A storage over a database that stays open after it. */
function opened(
  kv: Deno.Kv,
  { current, previous, wrap = (backend) => backend, log }: Opening,
): Promise<Storage> {
  return openOver(wrap({ ...kvBackend(kv), close: () => {} }), {
    path: ":memory:",
    now: Date.now,
    random,
    secretsKey: current,
    previousSecretsKey: previous,
    log,
  });
}

/** A store with every secret that can be saved, under the old key. */
async function filled(): Promise<Deno.Kv> {
  const kv = await Deno.openKv(":memory:");
  const storage = await opened(kv, { current: OLD });
  const source = { region: "eu-west" as const, tenant_id: "t", namespace_id: "n" };
  await saveConfiguration(storage, { ...source, client_id: "c", client_secret: "source secret" }, BY);
  for (let i = 1; i <= PROVIDERS; i++) {
    const draft = {
      display_name: `AI ${i}`,
      provider_type: "anthropic",
      model_name: "m",
      api_key: `key-${i}`,
    };
    await storage.aiProviders.create(providerSchema.parse(draft), BY);
  }
  const company = {
    name: "corp",
    issuer: "https://id.example",
    client_id: "c",
    client_secret: "company secret",
  };
  const { id: providerId, issuer } = await storage.identityProviders.create(
    identityProviderSchema.parse(company),
    BY,
  );
  const anna = {
    providerId,
    issuer,
    subject: "anna",
    username: "anna@corp",
    role: "viewer",
    grants: [],
  } as const;
  const user = await storage.access.signInExternal(anna);
  const tokens = { refresh: "refresh token", access: null, accessUntilMs: null, id: null };
  const provider = await storage.providerSessions.start({ providerId, subject: "anna", sid: null, tokens });
  await storage.access.createSession(user.id, { provider });
  await storage.close();
  return kv;
}

async function secretsOf(storage: Storage): Promise<unknown[]> {
  const { sources, aiProviders, identityProviders, providerSessions } = storage;
  const ai = await Promise.all(
    aiProviders.list().map(async ({ id }) => (await aiProviders.settings(id)).apiKey),
  );
  const [company] = identityProviders.list();
  const [session] = providerSessions.list();
  return [
    (await sources.settings())?.secrets.client_secret,
    ...ai,
    (await identityProviders.settings(company.id)).clientSecret,
    (await providerSessions.tokens(session))?.refresh,
  ];
}

const SECRETS = ["source secret", "key-1", "key-2", "key-3", "company secret", "refresh token"];
/** With the key that signs the audit log. */
const SEALED = SECRETS.length + 1;

/** Every sealed text of the store, wherever it stands. */
async function sealedIn(kv: Deno.Kv): Promise<string[]> {
  const found: string[] = [];
  for await (const { value } of kv.list({ prefix: [] })) {
    found.push(
      ...JSON.stringify(value, (_, each) => typeof each === "bigint" ? `${each}` : each)
        .match(/"v1\.[\w+/]{16}\.[\w+/=]+"/g) ?? [],
    );
  }
  return found;
}

async function isUnderWay(kv: Deno.Kv): Promise<boolean> {
  const { value } = await kv.get<Record<string, unknown>>(["meta", "secrets_check"]);
  return value?.sealed_by_previous !== undefined;
}

function breakingAfter(writes: number): (backend: KvBackend) => KvBackend {
  return (backend) => ({
    ...backend,
    write: (atomic) => writes-- > 0 ? backend.write(atomic) : Promise.reject(new TypeError("broken off")),
  });
}

Deno.test("a new key with the previous one encrypts every stored secret anew, then needs only itself", async () => {
  const kv = await filled();
  const before = await sealedIn(kv);
  assertEquals(before.length, SEALED + 1, "and the check of the key");
  const said: string[] = [];
  const storage = await opened(kv, {
    current: NEW,
    previous: OLD,
    log: (_, message) => said.push(message),
  });
  assertEquals(await secretsOf(storage), SECRETS, "while it runs");
  await until(async () => !await isUnderWay(kv));
  const after = await sealedIn(kv);
  assertEquals(after.length, before.length);
  assertEquals(after.filter((text) => before.includes(text)), []);
  assertEquals(await secretsOf(storage), SECRETS);
  const { rows: [entry] } = await storage.audit.list({ limit: 1, offset: 0 });
  assertEquals([entry.who, entry.action, entry.resource_type, entry.after], [
    "Andon",
    "resealed",
    "secrets",
    { count: SEALED },
  ]);
  await storage.close();
  assertMatch(said.join("\n"), /remove SECRETS_KEY_PREVIOUS/);
  const alone = await opened(kv, { current: NEW });
  assertEquals(await secretsOf(alone), SECRETS);
  await alone.auditSeals.sealAll();
  const { is_whole, unsealed } = await alone.auditSeals.verify({});
  assertEquals([is_whole, unsealed], [true, 0], "the audit log is signed on");
  await alone.close();
  await assertRejects(() => opened(kv, { current: OLD }), WrongSecretsKey, "SECRETS_KEY is not the key");
  kv.close();
});

Deno.test("the secret of one-time codes is encrypted anew too", async () => {
  const kv = await filled();
  const old = await opened(kv, { current: OLD });
  const draft = { username: "anna", password: "a password of hers", role: "viewer" } as const;
  const user = await old.access.createUser(draft, BY);
  const others = (await sealedIn(kv)).length;
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  await old.secondFactors.addCode(user, { secret, step: 0, by: BY });
  await old.close();
  const before = await sealedIn(kv);
  const storage = await opened(kv, { current: NEW, previous: OLD });
  await until(async () => !await isUnderWay(kv));
  await storage.close();
  const after = await sealedIn(kv);
  assertEquals([before.length, after.filter((text) => before.includes(text))], [others + 1, []]);
  const alone = await opened(kv, { current: NEW });
  assertEquals(await alone.secondFactors.acceptCode(user.id, oneTimeCode(secret, Date.now())), true);
  await alone.close();
  kv.close();
});

Deno.test("a re-sealing that breaks off anywhere goes on at the next start, and needs both keys until its end", async () => {
  const left: number[] = [];
  for (const writes of [2, 3, 5, SEALED + 2]) {
    const kv = await filled();
    const before = await sealedIn(kv);
    const said: string[] = [];
    const broken = await opened(kv, {
      current: NEW,
      previous: OLD,
      wrap: breakingAfter(writes),
      log: (level, message) => level === "error" && said.push(message),
    });
    await until(() => said.some((message) => /restart to try again/.test(message)));
    await broken.close();
    assert(await isUnderWay(kv), `${writes} writes`);
    const now = await sealedIn(kv);
    left.push(before.filter((text) => now.includes(text)).length - 1);
    await assertRejects(() => opened(kv, { current: NEW }), WrongSecretsKey, "SECRETS_KEY_PREVIOUS");
    await assertRejects(() => opened(kv, { current: OLD }), WrongSecretsKey);
    await assertRejects(
      () => opened(kv, { current: NEWEST, previous: NEW }),
      WrongSecretsKey,
      "is still being encrypted",
    );
    const next = await opened(kv, { current: NEW, previous: OLD });
    await until(async () => !await isUnderWay(kv));
    assertEquals(await secretsOf(next), SECRETS);
    await next.close();
    kv.close();
  }
  assertEquals(left, [7, 6, 4, 0], "secrets that are left");
});

Deno.test("a secret that is saved while the others are encrypted anew is kept", async () => {
  const kv = await filled();
  const gate = Promise.withResolvers<void>();
  let waits = false;
  const storage = await opened(kv, {
    current: NEW,
    previous: OLD,
    wrap: (backend) => ({
      ...backend,
      async write(atomic) {
        if (!waits && atomic.mutations.some(({ key }) => key[0] === "source")) {
          waits = true;
          await gate.promise;
        }
        return await backend.write(atomic);
      },
    }),
  });
  await until(() => waits);
  const before = await kv.get<Record<string, unknown>>(["source", 1]);
  const value = { ...before.value, config: { ...before.value?.config as object, namespace_id: "other" } };
  await kv.set(["source", 1], value);
  gate.resolve();
  await until(async () => !await isUnderWay(kv));
  await storage.close();
  const alone = await opened(kv, { current: NEW });
  assertEquals(alone.sources.default()?.config.namespace_id, "other");
  assertEquals(await secretsOf(alone), SECRETS);
  assertNotEquals(alone.sources.default()?.sealed_secrets, before.value?.sealed_secrets);
  await alone.close();
  kv.close();
});

Deno.test("a secret that no key decrypts is named and left, and the others are encrypted anew", async () => {
  const kv = await filled();
  const { value } = await kv.get<Record<string, unknown>>(["ai_provider", 2]);
  await kv.set(["ai_provider", 2], { ...value, sealed_api_key: "v1.AAAAAAAAAAAAAAAA.AAAA" });
  const said: unknown[] = [];
  const storage = await opened(kv, {
    current: NEW,
    previous: OLD,
    log: (level, message, fields) => level === "error" && said.push([message, fields?.key]),
  });
  await until(async () => !await isUnderWay(kv));
  assertEquals(said, [["A stored secret cannot be decrypted with any key: enter it again", "ai_provider 2"]]);
  assertEquals((await storage.sources.settings())?.secrets.client_secret, "source secret");
  await storage.close();
  kv.close();
});
