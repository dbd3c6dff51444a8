import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { identityProviderSchema } from "../../../domain/identity_provider/schema.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { ensureAdmin, requireWayIn } from "../../../main/opened_store.ts";
import { SettingsError } from "../../../settings/settings_error.ts";
import type { Storage } from "../../../storage/contract.ts";
import { openStorage } from "../../../storage/open.ts";
import { random } from "../storage/support.ts";

const PASSWORD = "the first user's password";

async function opened(): Promise<Storage> {
  return await openStorage({
    path: ":memory:",
    now: Date.now,
    random,
    secretsKey: new Uint8Array(32),
    passwordCost: { N: 1_024, r: 8, p: 1 },
    log: () => {},
  });
}

Deno.test("the first user is created once", async () => {
  const storage = await opened();
  await ensureAdmin(storage, PASSWORD);
  await ensureAdmin(storage, null);
  assertEquals(storage.access.users().map(({ username }) => username), ["admin"]);
  await storage.close();
});

Deno.test("the first user's password must not be easy to guess; a store that has users does not use it", async () => {
  const storage = await opened();
  for (const weak of ["abcabcabcabc", "administrator", "Password1234"]) {
    await assertRejects(
      () => ensureAdmin(storage, weak),
      SettingsError,
      "ADMIN_PASSWORD is easy to guess: it ",
    );
  }
  assertEquals(storage.access.users(), []);
  await ensureAdmin(storage, PASSWORD);
  await ensureAdmin(storage, "aaaaaaaaaaaa");
  await storage.close();
});

Deno.test("LOCAL_SIGN_IN=off is refused only where nobody could get in", async () => {
  const storage = await opened();
  await ensureAdmin(storage, PASSWORD);
  const by = { name: "test", role: "admin" } as const;
  const refused = () => assertThrows(() => requireWayIn({ localSignIn: "off" }, storage), SettingsError);
  refused();
  for (const localSignIn of ["on", "admins"] as const) requireWayIn({ localSignIn }, storage);
  const key = { name: "k", role: "viewer", is_active: true, expires_at: null } as const;
  const { record } = await storage.access.apiKeys.issue(key, by);
  refused();
  await storage.access.apiKeys.update(record.id, { role: "admin" }, by);
  requireWayIn({ localSignIn: "off" }, storage);
  await storage.access.apiKeys.update(record.id, { is_active: false }, by);
  refused();
  const draft = { name: "corp", issuer: "https://login.example.org", client_id: "andon" };
  const provider = await storage.identityProviders.create(identityProviderSchema.parse(draft), by);
  requireWayIn({ localSignIn: "off" }, storage);
  await storage.identityProviders.update(provider.id, { is_active: false }, by);
  refused();
  await storage.close();
});

Deno.test("when another process has created the first user meanwhile, this process retries", async () => {
  const storage = await opened();
  await ensureAdmin(storage, PASSWORD);
  const access: Storage["access"] = Object.create(storage.access, { users: { value: () => [] } });
  const refusal = await assertRejects(() => ensureAdmin({ ...storage, access }, PASSWORD), Refusal);
  assertEquals(refusal.code, "UNAVAILABLE");
  await storage.close();
});
