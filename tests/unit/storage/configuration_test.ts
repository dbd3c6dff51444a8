import { assert, assertEquals, assertRejects } from "@std/assert";
import { openOver, WrongSecretsKey } from "../../../storage/open.ts";
import { kvBackend } from "../../../storage/store/backend.ts";
import { keys } from "../../../storage/keys.ts";
import { BY, invalidAt, random, refusalOf, testStorage } from "./support.ts";

const INPUT = {
  client_id: "c",
  client_secret: "open sesame",
  region: "eu-west" as const,
  tenant_id: "t",
  namespace_id: "n",
};

Deno.test("a configuration is saved with its defaults and its secret encrypted", async () => {
  await using test = await testStorage();
  const { configuration, store, audit } = test.storage;
  assertEquals([configuration.get(), await configuration.settings()], [undefined, undefined]);
  const saved = await configuration.save(INPUT, BY);
  assertEquals(configuration.get(), saved);
  assertEquals(await configuration.settings(), {
    kind: "data_hub",
    region: "eu-west",
    baseUrl: "https://euno.datahub.connect.aveva.com",
    tenantId: "t",
    namespaceId: "n",
    clientId: "c",
    clientSecret: "open sesame",
    waitSeconds: null,
    pollSeconds: 10,
    changeFeed: "auto",
    maxAgeSeconds: 0,
    sourceLostSeconds: 60,
    correctionHorizonHours: 72,
    requestsPerMinute: 120,
  });
  const everything = JSON.stringify(await store.list({ prefix: [] }));
  assert(!everything.includes("sesame"), "the secret stands in the store");
  const [entry] = (await audit.list({ limit: 1, offset: 0 })).rows;
  assert(!JSON.stringify(entry).includes("v1."), "the sealed secret stands in the audit log");
});

Deno.test("an omitted secret stays, until address, region or tenant change", async () => {
  await using test = await testStorage();
  const { configuration, audit } = test.storage;
  const { client_secret: _, ...rest } = INPUT;
  const secretAfter = async (change: object) => {
    await configuration.save(INPUT, BY);
    await configuration.save({ ...rest, ...change }, BY);
    const { rows: [entry] } = await audit.list({ limit: 1, offset: 0 });
    const said = (entry.after as { client_secret: string }).client_secret;
    return [said, configuration.get()?.sealed_client_secret === null];
  };
  assertEquals(await secretAfter({ poll_seconds: 5, namespace_id: "other", client_id: "d" }), [
    "unchanged",
    false,
  ]);
  for (const change of [{ base_url: "https://evil.example" }, { region: "japan" }, { tenant_id: "other" }]) {
    assertEquals(await secretAfter(change), ["changed", true]);
    assertEquals(await refusalOf(() => configuration.settings()), invalidAt("client_secret"));
  }
});

Deno.test("the simulator needs an address and has no limit of requests", async () => {
  await using test = await testStorage();
  const { configuration } = test.storage;
  const input = { ...INPUT, region: "simulator" as const };
  assertEquals(await refusalOf(() => configuration.save(input, BY)), invalidAt("base_url"));
  await configuration.save({ ...input, base_url: "http://127.0.0.1:9000" }, BY);
  const settings = await configuration.settings();
  assertEquals([settings?.baseUrl, settings?.requestsPerMinute], ["http://127.0.0.1:9000", null]);
});

Deno.test("a store opens only with the key it was written with", async () => {
  const kv = await Deno.openKv(":memory:");
  const open = (fill: number) => {
    const backend = { ...kvBackend(kv), close: () => {} };
    const secretsKey = new Uint8Array(32).fill(fill);
    return openOver(backend, { path: ":memory:", now: Date.now, random, secretsKey });
  };
  const first = await open(1);
  await first.configuration.save(INPUT, BY);
  await first.close();
  await assertRejects(() => open(2), WrongSecretsKey, "SECRETS_KEY");
  const again = await open(1);
  assertEquals((await again.configuration.settings())?.clientSecret, "open sesame");
  await again.close();
  kv.close();
});

Deno.test("a tampered secret cannot be decrypted", async () => {
  await using test = await testStorage();
  const { configuration, store } = test.storage;
  const saved = await configuration.save(INPUT, BY);
  const sealed = saved.sealed_client_secret ?? "";
  const [version, iv, text] = sealed.split(".");
  const bytes = Uint8Array.fromBase64(text);
  bytes[0] ^= 1;
  for (const forged of [`${version}.${iv}.${bytes.toBase64()}`, `v2.${iv}.${text}`, "nonsense", ""]) {
    const value = { ...saved, sealed_client_secret: forged };
    await store.commit({ mutations: [{ type: "set", key: keys.configuration(), value }] }, 0);
    await assertRejects(() => configuration.settings(), WrongSecretsKey);
  }
});

Deno.test("a key of another length than 32 bytes is a mistake", async () => {
  const backend = kvBackend(await Deno.openKv(":memory:"));
  const options = { path: ":memory:", now: Date.now, random, secretsKey: new Uint8Array(16) };
  await assertRejects(() => openOver(backend, options), RangeError, "32");
});
