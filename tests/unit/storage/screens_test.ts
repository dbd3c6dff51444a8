import { assertEquals } from "@std/assert";
import type { ScreenDraft } from "../../../storage/screens.ts";
import { BY, testStorage, until } from "./support.ts";
import { hashOf } from "../../../storage/access/token_hashes.ts";

const MINUTE = 60_000;
const DRAFT: Omit<ScreenDraft, "tokenHash"> = {
  name: "Line 3",
  start_page: "/wall",
  cookie: "plain",
  address: "192.0.2.7",
  userAgent: "x".repeat(300),
};

async function made() {
  const test = await testStorage();
  const { screens } = test.storage;
  const token = screens.newToken();
  const { id } = await screens.create({ ...DRAFT, tokenHash: hashOf(token) }, BY);
  return { test, screens, token, id };
}

Deno.test("a screen's credential does not expire, and ends with the screen", async () => {
  const { test, screens, token, id } = await made();
  await using _ = test;
  test.clock.ms += 3 * 365 * 24 * 60 * MINUTE;
  assertEquals([screens.use(token, "192.0.2.7")?.id, screens.isOpen(id)], [id, true]);
  assertEquals(screens.use(`${token}x`, "192.0.2.7"), undefined);
  await screens.remove(id, BY);
  assertEquals([screens.use(token, "192.0.2.7"), screens.isOpen(id)], [undefined, false]);
});

Deno.test("the last use is shown at once, with an open connection too, and written each 5 minutes", async () => {
  const { test, screens, token, id } = await made();
  await using _ = test;
  const createdMs = test.clock.ms;
  const { store } = test.storage;
  type Stored = { last_used_at_ms: number; last_address: string; user_agent: string };
  const stored = async () => (await store.list<Stored>({ prefix: ["screen"] }))[0].value;
  assertEquals((await stored()).user_agent.length, 200);
  test.clock.ms += 5 * MINUTE - 1;
  screens.isOpen(id);
  assertEquals(screens.get(id)?.last_used_at_ms, test.clock.ms);
  await store.settled();
  assertEquals((await stored()).last_used_at_ms, createdMs);
  test.clock.ms += 1;
  screens.isOpen(id);
  await until(async () => (await stored()).last_used_at_ms === test.clock.ms);
  await until(async () => {
    screens.use(token, "192.0.2.8");
    return (await stored()).last_address === "192.0.2.8";
  });
  assertEquals(screens.get(id)?.last_address, "192.0.2.8");
});
