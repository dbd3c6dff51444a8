import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { MOST_DEVICES } from "../../../storage/access/known_devices.ts";
import type { Storage } from "../../../storage/contract.ts";
import { BY, refusalOf, refusedAs, testStorage } from "./support.ts";

const DAY = 24 * 3_600_000;
const PASSWORD = "correct horse battery";

function makeUser({ access }: Storage, username: string) {
  return access.createUser({ username, password: PASSWORD, role: "admin" }, BY);
}

Deno.test("a device is known to the user who signed in with it, by its token's hash", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const [anna, bert] = [await makeUser(test.storage, "anna"), await makeUser(test.storage, "bert")];
  const token = await access.rememberDevice(anna.id, undefined);
  assertEquals(token.length, 43);
  assertEquals([anna, bert].map(({ id }) => access.isKnownDevice(id, token)), [true, false]);
  assert(!JSON.stringify(await store.list({ prefix: [] })).includes(token));
  assertEquals(await access.rememberDevice(anna.id, token), token, "it stays the same device");
  const foreign = await access.rememberDevice(bert.id, token);
  assertNotEquals(foreign, token, "a token that another chose is not taken over");
  assertEquals(access.isKnownDevice(bert.id, token), false);
});

Deno.test(`a user has ${MOST_DEVICES} known devices; one more replaces the least recently used`, async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const { id } = await makeUser(test.storage, "anna");
  const tokens: string[] = [];
  for (let i = 0; i < MOST_DEVICES; i++) tokens.push(await access.rememberDevice(id, undefined));
  await access.rememberDevice(id, tokens[0]);
  assertEquals(tokens.filter((token) => access.isKnownDevice(id, token)).length, MOST_DEVICES);
  await access.rememberDevice(id, undefined);
  assertEquals(tokens.filter((token) => !access.isKnownDevice(id, token)), [tokens[1]]);
  assertEquals((await store.list({ prefix: ["known_devices"] })).length, 1);
});

Deno.test("a device unused for 400 days is forgotten", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { id } = await makeUser(test.storage, "anna");
  const token = await access.rememberDevice(id, undefined);
  test.clock.ms += 400 * DAY - 1;
  assert(access.isKnownDevice(id, token));
  test.clock.ms += 1;
  assertEquals(access.isKnownDevice(id, token), false);
  assertNotEquals(await access.rememberDevice(id, token), token);
});

Deno.test("devices end with the user and with a reset by an admin, not with a change of the own password", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await makeUser(test.storage, "root");
  const { id } = await makeUser(test.storage, "anna");
  const isKnownAfter = async (change: () => Promise<unknown>) => {
    const token = await access.rememberDevice(id, undefined);
    await change();
    return access.isKnownDevice(id, token);
  };
  const verified = await access.verify("anna", PASSWORD);
  assert(verified !== undefined);
  assertEquals(await isKnownAfter(() => access.changePassword(verified, "another password")), true);
  assertEquals(await isKnownAfter(() => access.updateUser(id, { role: "viewer" }, BY)), true);
  assertEquals(await isKnownAfter(() => access.updateUser(id, { password: "a third password" }, BY)), false);
  assertEquals(await isKnownAfter(() => access.updateUser(id, { is_active: false }, BY)), false);
  assertEquals(await isKnownAfter(() => access.removeUser(id, BY)), false);
  assertEquals(await store.list({ prefix: ["known_devices"] }), []);
  assertEquals(await refusalOf(() => access.rememberDevice(id, undefined)), refusedAs("NOT_FOUND"));
});

Deno.test("known devices survive a restart", async () => {
  using kv = await Deno.openKv(":memory:");
  let id: number, token: string;
  {
    await using test = await testStorage({ kv });
    ({ id } = await makeUser(test.storage, "anna"));
    token = await test.storage.access.rememberDevice(id, undefined);
  }
  await using again = await testStorage({ kv });
  assert(again.storage.access.isKnownDevice(id, token));
});
