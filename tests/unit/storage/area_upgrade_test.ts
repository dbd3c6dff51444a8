import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { ROLES } from "../../../domain/access/types.ts";
import { keys } from "../../../storage/keys.ts";
import { testStorage } from "./support.ts";

const AT = "2026-01-01T00:00:00.000Z";
const SECRET = `andon_${"k".repeat(43)}`;

/** Records as the version before areas of responsibility wrote them. */
async function olderStore(): Promise<Deno.Kv> {
  const kv = await Deno.openKv(":memory:");
  for (const [at, role] of ROLES.entries()) {
    const user = {
      v: 1,
      id: at + 1,
      username: role,
      password_hash: "x",
      role,
      is_active: true,
      created_at: AT,
    };
    await kv.set(keys.user(user.id), user);
    await kv.set(keys.userByName(role), user.id);
    const token = createHash("sha256").update(`token of ${role}`).digest("hex");
    const session = { v: 1, token_hash: token, user_id: user.id, created_at_ms: 1, last_used_at_ms: 1 };
    await kv.set(keys.session(token), { ...session, expires_at_ms: 1e15 });
  }
  const key = {
    v: 1,
    id: 1,
    name: "Reporting",
    key_hash: createHash("sha256").update(SECRET).digest("hex"),
    role: "engineer",
    is_active: true,
    expires_at_ms: null,
    last_used_at_ms: null,
    created_at: AT,
    created_by: "admin",
  };
  await kv.set(keys.apiKey(1), key);
  await kv.set(keys.apiKeyByName("Reporting"), 1);
  await kv.set(keys.screen(1), {
    v: 1,
    id: 1,
    name: "Line 3",
    start_page: "/wall",
    token_hash: "x",
    cookie: "host",
    last_used_at_ms: 1,
    last_address: null,
    user_agent: null,
    created_at: AT,
    created_by: "admin",
  });
  await kv.set(keys.identityProvider(1), {
    v: 1,
    id: 1,
    name: "corp",
    issuer: "https://login.example",
    audience: null,
    client_id: "andon",
    scopes: "openid",
    username_claim: "preferred_username",
    groups_claim: "groups",
    grants: [{ group: "operators", role: "operator", areas: null }],
    button_label: null,
    is_active: true,
    created_at: AT,
    created_by: "admin",
    sealed_client_secret: null,
  });
  return kv;
}

Deno.test("a screen of before areas shows the whole plant, also after a change", async () => {
  const kv = await olderStore();
  {
    await using one = await testStorage({ kv });
    const { screens } = one.storage;
    assertEquals([screens.list()[0].areas, screens.get(1)?.areas], [[], []]);
    assertEquals(screens.get(1)?.viewing, null);
    const changed = await screens.update(1, { name: "Line 4" }, { name: "admin", role: "admin" });
    assertEquals([changed.name, changed.areas], ["Line 4", []]);
  }
  kv.close();
});

Deno.test("in a store of before areas, users and keys keep their roles, for the whole plant", async () => {
  const kv = await olderStore();
  {
    await using one = await testStorage({ kv });
    const { access, identityProviders } = one.storage;
    for (const role of ROLES) {
      const found = access.session(`token of ${role}`);
      assertEquals([found?.user.role, found?.user.grants ?? []], [role, []]);
    }
    const key = access.apiKeys.use(SECRET);
    assertEquals([key?.role, key?.grants ?? []], ["engineer", []]);
    assertEquals(identityProviders.get(1)?.grants, [{
      group: "operators",
      role: "operator",
      area_ids: null,
    }]);
    const grants = { role: "operator", grants: [] } as const;
    const identified = { providerId: 1, issuer: "https://login.example", subject: "a", username: "a@corp" };
    assertEquals((await access.signInExternal({ ...identified, ...grants })).grants, []);
    await access.updateUser(2, { role: "engineer" }, { name: "admin", role: "admin" });
    assertEquals([access.user(2)?.role, access.user(4)?.role], ["engineer", "admin"]);
  }
  kv.close();
});
