import { saveConfiguration } from "../../support/configured.ts";
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
  const { sources, store, audit } = test.storage;
  assertEquals([sources.default(), await sources.settings()], [undefined, undefined]);
  const saved = await saveConfiguration({ sources }, INPUT, BY);
  assertEquals(sources.default(), saved);
  assertEquals([saved.id, saved.name, saved.stored_secrets], [1, "default", ["client_secret"]]);
  assertEquals(await sources.settings(), {
    id: 1,
    name: "default",
    kind: "data_hub",
    config: { region: "eu-west", base_url: null, tenant_id: "t", namespace_id: "n", client_id: "c" },
    secrets: { client_secret: "open sesame" },
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
  const { sources, audit } = test.storage;
  const { client_secret: _, ...rest } = INPUT;
  const secretAfter = async (change: object) => {
    await saveConfiguration({ sources }, INPUT, BY);
    await saveConfiguration({ sources }, { ...rest, ...change }, BY);
    const { rows: [entry] } = await audit.list({ limit: 1, offset: 0 });
    const said = (entry.after as { secrets: string }).secrets;
    return [said, sources.default()?.sealed_secrets === null];
  };
  assertEquals(await secretAfter({ poll_seconds: 5, namespace_id: "other", client_id: "d" }), [
    "unchanged",
    false,
  ]);
  for (const change of [{ base_url: "https://evil.example" }, { region: "japan" }, { tenant_id: "other" }]) {
    assertEquals(await secretAfter(change), ["changed", true]);
    assertEquals(await refusalOf(() => sources.settings()), invalidAt("client_secret"));
  }
});

Deno.test("the simulator has no limit of requests", async () => {
  await using test = await testStorage();
  const { sources } = test.storage;
  await saveConfiguration(
    { sources },
    { ...INPUT, region: "simulator", base_url: "http://127.0.0.1:9000" },
    BY,
  );
  assertEquals((await sources.settings())?.requestsPerMinute, null);
});

const DRAFT = {
  kind: "data_hub",
  config: { region: "eu-west", base_url: null, tenant_id: "t2", namespace_id: "n", client_id: "c" },
  secrets: { client_secret: "open sesame" },
};

Deno.test("further sources have names of their own, and never the id of the default", async () => {
  await using test = await testStorage();
  const { sources } = test.storage;
  const line2 = await sources.create({ name: "line2", ...DRAFT }, BY);
  assert(line2.id > 1);
  assertEquals(sources.default(), undefined);
  assertEquals(await refusalOf(() => sources.create({ name: "Line2", ...DRAFT }, BY)), invalidAt("name"));
  assertEquals(await refusalOf(() => sources.create({ name: "Default", ...DRAFT }, BY)), invalidAt("name"));
  assertEquals(await refusalOf(() => sources.update(line2.id, { name: "default" }, BY)), invalidAt("name"));
  const first = await saveConfiguration({ sources }, INPUT, BY);
  assertEquals(await refusalOf(() => sources.update(first.id, { name: "main" }, BY)), invalidAt("name"));
});

Deno.test("a further source is never without its secret, nor with that of another receiver", async () => {
  await using test = await testStorage();
  const { sources } = test.storage;
  const { secrets: _, ...without } = DRAFT;
  const missing = invalidAt("secrets.client_secret");
  assertEquals(await refusalOf(() => sources.create({ name: "line2", ...without }, BY)), missing);
  const { id } = await sources.create({ name: "line2", ...DRAFT }, BY);
  await sources.update(id, { config: { ...DRAFT.config, namespace_id: "other" } }, BY);
  assertEquals((await sources.settings(id))?.secrets, DRAFT.secrets);
  const config = { ...DRAFT.config, base_url: "https://evil.example" };
  assertEquals(await refusalOf(() => sources.update(id, { config }, BY)), missing);
  const tested = { id, kind: "data_hub", config };
  assertEquals(await refusalOf(() => sources.settingsOf(tested)), missing);
  await sources.update(id, { config, secrets: { client_secret: "other" } }, BY);
  assertEquals((await sources.settings(id))?.secrets, { client_secret: "other" });
});

Deno.test("a store opens only with the key it was written with", async () => {
  const kv = await Deno.openKv(":memory:");
  const open = (fill: number) => {
    const backend = { ...kvBackend(kv), close: () => {} };
    const secretsKey = new Uint8Array(32).fill(fill);
    return openOver(backend, { path: ":memory:", now: Date.now, random, secretsKey });
  };
  const first = await open(1);
  await saveConfiguration(first, INPUT, BY);
  await first.close();
  await assertRejects(() => open(2), WrongSecretsKey, "SECRETS_KEY");
  const again = await open(1);
  assertEquals((await again.sources.settings())?.secrets.client_secret, "open sesame");
  await again.close();
  kv.close();
});

Deno.test("a tampered secret cannot be decrypted", async () => {
  await using test = await testStorage();
  const { sources, store } = test.storage;
  const saved = await saveConfiguration({ sources }, INPUT, BY);
  const sealed = saved.sealed_secrets ?? "";
  const [version, iv, text] = sealed.split(".");
  const bytes = Uint8Array.fromBase64(text);
  bytes[0] ^= 1;
  for (const forged of [`${version}.${iv}.${bytes.toBase64()}`, `v2.${iv}.${text}`, "nonsense", ""]) {
    const value = { ...saved, sealed_secrets: forged };
    await store.commit({ mutations: [{ type: "set", key: keys.source(1), value }] }, 0);
    await assertRejects(() => sources.settings(), WrongSecretsKey);
  }
});

Deno.test("a key of another length than 32 bytes is a mistake", async () => {
  const backend = kvBackend(await Deno.openKv(":memory:"));
  const options = { path: ":memory:", now: Date.now, random, secretsKey: new Uint8Array(16) };
  await assertRejects(() => openOver(backend, options), RangeError, "32");
});
