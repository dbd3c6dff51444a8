import { assert, assertEquals } from "@std/assert";
import { SOCKET_LIMITS } from "../../routes/push/socket_limits.ts";
import { TurnedClock } from "../support/push_clock.ts";
import { createPushHarness, type PushHarness } from "../support/push_harness.ts";
import { PushSocket } from "../support/push_socket.ts";
import { hashOf } from "../../storage/access/token_hashes.ts";

const BY = { name: "admin", role: "admin" } as const;

async function screenOf({ app, origin }: PushHarness, name = "Line 3") {
  const { screens } = app.storage;
  const token = screens.newToken();
  const draft = {
    name,
    start_page: "/wall",
    cookie: "plain",
    address: "127.0.0.1",
    userAgent: null,
  } as const;
  const { id } = await screens.create({ ...draft, tokenHash: hashOf(token) }, BY);
  return { id, headers: { cookie: `andon_screen=${token}`, origin } };
}

const AT = "2026-01-31T08:15:02.123Z";
const DATA = {
  id: 7,
  acknowledged_at: AT,
  acknowledged_by: "anna",
  note: "Anna looks after it",
  shelve_reason: "Anna said so",
  enrichment: { caller: "Anna" },
};

Deno.test("a screen gets events without people, and no other's answers of the assistant", async () => {
  await using harness = await createPushHarness();
  const { headers } = await screenOf(harness);
  await using screen = await PushSocket.open(harness.url, headers, {});
  await using person = await harness.connect("viewer", {});
  await harness.commit([
    { kind: "event_updated", at: AT, data: DATA },
    { kind: "ai_response", at: AT, data: { text: "Anna" }, to: 1_000 },
    { kind: "resource_changed", at: AT, data: { type: "user", id: 1 } },
    { kind: "resource_changed", at: AT, data: { type: "template", id: 1 } },
  ]);
  const last = (frames: { kind: string; data: { type?: string } }[]) =>
    frames.some(({ kind, data }) => kind === "resource_changed" && data.type === "template");
  await screen.until("all arrived", last);
  await person.until("all arrived", last);
  assertEquals(person.of("event_updated")[0].data, DATA);
  const { data } = screen.of("event_updated")[0];
  assertEquals([data.id, data.acknowledged_at, data.acknowledged_by, data.note], [7, AT, "(hidden)", null]);
  assert(!/anna/i.test(JSON.stringify(screen.frames)));
  assertEquals(screen.of("ai_response"), []);
  assertEquals(
    screen.of("resource_changed").map(({ data }) => data.type).filter((type) => type === "user"),
    [],
  );
});

Deno.test("an ended screen's sockets close within 2 s, and the others stay", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  const [ended, stays] = [await screenOf(harness, "Ended"), await screenOf(harness, "Stays")];
  await using one = await PushSocket.open(harness.url, ended.headers, {});
  await using other = await PushSocket.open(harness.url, stays.headers, {});
  await harness.commit([{ kind: "event_created", at: AT, data: DATA }]);
  await one.until("the frame arrived", (frames) => frames.some(({ kind }) => kind === "event_created"));
  await harness.app.storage.screens.remove(ended.id, BY);
  clock.turn(2_000);
  assertEquals((await one.closed).code, 1008);
  assertEquals(other.socket.readyState, WebSocket.OPEN);
});

Deno.test("a screen has 10 sockets, which take no place of its address", async () => {
  await using harness = await createPushHarness({ limits: { ...SOCKET_LIMITS, address: 1 } });
  const { headers } = await screenOf(harness);
  await using _ = await harness.connect("viewer", {});
  const open: PushSocket[] = [];
  for (let n = 0; n < SOCKET_LIMITS.screen; n++) open.push(await PushSocket.open(harness.url, headers, {}));
  const { hostname, port } = new URL(harness.url);
  const answer = await fetch(`http://${hostname}:${port}/api/plant-settings`, { headers });
  assertEquals(answer.status, 200);
  await answer.body?.cancel();
  let refused = false;
  await PushSocket.open(harness.url, headers, {}).catch(() => refused = true);
  assertEquals([refused, SOCKET_LIMITS.screen], [true, 10]);
  for (const socket of open) await socket[Symbol.asyncDispose]();
});
