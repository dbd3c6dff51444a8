import { assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { createPushHarness, type PushHarness } from "../support/push_harness.ts";
import { TurnedClock } from "../support/push_clock.ts";
import { PushSocket } from "../support/push_socket.ts";

const BY = { name: "admin", role: "admin" } as const;
const ALLOWED = ["10.1.0.0/16", "2001:db8::/32"];

async function keyOf({ app }: PushHarness, allowed_addresses: string[]) {
  const draft = { name: "K", role: "viewer", is_active: true, expires_at: null, allowed_addresses } as const;
  return await app.storage.access.apiKeys.issue(draft, BY);
}

/** How a path answers a request that came through proxies: `X-Forwarded-For` is theirs. */
async function statuses({ origin, url }: PushHarness, { key, via }: { key: string; via: string | null }) {
  const headers = { authorization: `Bearer ${key}`, ...via === null ? {} : { "x-forwarded-for": via } };
  const page = await fetch(`${origin}/api/packages`, { headers });
  await page.body?.cancel();
  const mcp = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  await mcp.body?.cancel();
  const socket = await PushSocket.open(url, headers).catch(() => null);
  await socket?.[Symbol.asyncDispose]();
  return [page.status, mcp.status, socket === null ? "refused" : "open"].join(" ");
}

const TAKEN = "200 200 open", REFUSED = "401 401 refused";

for (
  const { trustProxy, cases } of [
    // Whoever sends the header is not believed: the address is that of the connection, 127.0.0.1.
    { trustProxy: 0, cases: [["10.1.2.3", REFUSED], [null, REFUSED]] },
    {
      trustProxy: 1,
      cases: [
        ["10.1.2.3", TAKEN],
        ["10.2.2.3", REFUSED],
        ["2001:db8::7", TAKEN],
        // A client that names an allowed address itself: only the last entry is the proxy's.
        ["10.1.2.3, 203.0.113.9", REFUSED],
        [null, REFUSED],
      ],
    },
    {
      trustProxy: 2,
      cases: [["10.1.2.3, 192.0.2.1", TAKEN], ["10.1.9.9, 203.0.113.9, 192.0.2.1", REFUSED]],
    },
  ] as const
) {
  Deno.test(`a key's addresses hold for pages, /mcp and sockets behind ${trustProxy} proxies`, async () => {
    await using harness = await createPushHarness({ settings: { trustProxy } });
    const { key } = await keyOf(harness, ALLOWED);
    for (const [via, expected] of cases) {
      assertEquals([via, await statuses(harness, { key, via })], [via, expected]);
    }
  });
}

Deno.test("without a proxy the address of the connection counts", async () => {
  await using harness = await createPushHarness();
  const { key } = await keyOf(harness, ["127.0.0.0/8"]);
  assertEquals(await statuses(harness, { key, via: null }), TAKEN);
});

Deno.test("an open socket closes when its address is allowed no longer", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock, settings: { trustProxy: 1 } });
  const { key, record } = await keyOf(harness, ALLOWED);
  const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": "10.1.2.3" };
  await using socket = await PushSocket.open(harness.url, headers, {});
  await eventually("it is in", () => harness.hub.size === 1);
  await harness.app.storage.access.apiKeys.update(record.id, { allowed_addresses: ["10.2.0.0/16"] }, BY);
  clock.turn(2_000);
  assertEquals((await socket.closed).code, 1008);
});
