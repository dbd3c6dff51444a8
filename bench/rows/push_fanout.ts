/**
 * The time until the last of 1,000 browsers has an event: the push channel against the same bytes written to as
 * many plain TCP connections, alternately. The time runs from the commit to the report of the client process
 * that all have received it.
 */
import { frameText, seqOf } from "../../routes/push/frames.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { createPushHarness, type PushHarness } from "../../tests/support/push_harness.ts";
import { alternately, medianRatio, quantile, spread } from "../harness/measure.ts";
import { spawnDeno } from "../harness/processes.ts";
import type { Row } from "../harness/row.ts";

const WARM_UP = 10;
const draft = { kind: "event_created", at: new Date().toISOString(), data: { event_name: "x".repeat(90) } };
/** The size of a frame: a header of four bytes (two below 126) and the text. */
const text = frameText(draft, seqOf("0".repeat(20), 0));
const BYTES = text.length + (text.length < 126 ? 2 : 4);

export interface Fanout {
  push: number[];
  raw: number[];
}

/** Milliseconds from the commit until all of so many browsers, and as many plain connections, have an event. */
export async function fanout(count: number, rounds: number): Promise<Fanout> {
  await using harness = await createPushHarness({
    limits: { all: count, user: count, key: count, screen: count, address: count },
  });
  const raw = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections: Deno.TcpConn[] = [];
  const accepting = (async () => {
    for await (const connection of raw) connections.push(connection);
  })();
  const tasks = JSON.stringify(tasksOf(harness, { count, rawPort: raw.addr.port }));
  const clients = spawnDeno(new URL("../parts/fanout_clients.ts", import.meta.url), { args: [tasks] });
  await Promise.all([clients.lineAfter("push 0"), clients.lineAfter("raw 0")]);
  await eventually("all are connected", () => harness.hub.size === count && connections.length === count);
  const round = { push: 0, raw: 0 };
  const times = await alternately({
    push: async () => {
      let startedAt = 0;
      const done = clients.lineAfter(`push ${++round.push}`);
      const stop = harness.app.storage.store.onPublished(() => startedAt = performance.now());
      await harness.commit([draft]);
      await done;
      stop();
      return performance.now() - startedAt;
    },
    raw: async () => {
      const message = new Uint8Array(BYTES), done = clients.lineAfter(`raw ${++round.raw}`);
      const startedAt = performance.now();
      for (const connection of connections) connection.write(message);
      await done;
      return performance.now() - startedAt;
    },
  }, { rounds, warmUp: WARM_UP });
  await clients.kill();
  raw.close();
  await accepting;
  for (const connection of connections) connection.close();
  return times;
}

export default {
  async figures() {
    const times = await fanout(1_000, 60);
    return [{
      what: "one event to 1,000 browsers, against raw TCP",
      figure: `${spread(times.push, ms)}; raw ${spread(times.raw, ms)}`,
      ratio: medianRatio(times.push, times.raw),
      target: { unit: "times_at_most", must: 1.4, aim: 1.2 },
      isEqual: true,
      notes: [
        `${BYTES} bytes a message, to the last client; ` +
        `p95 ${ms(quantile(times.push, 0.95))}, raw ${ms(quantile(times.raw, 0.95))}`,
      ],
    }];
  },
} satisfies Row;

const ms = (value: number) => `${value.toFixed(1)} ms`;

function tasksOf(harness: PushHarness, { count, rawPort }: { count: number; rawPort: number }) {
  const { port } = new URL(harness.url);
  const own = Object.entries(harness.headersOf("viewer")).map(([name, value]) => `${name}: ${value}`);
  const headers = [
    ...["GET /api/ws HTTP/1.1", `Host: 127.0.0.1:${port}`, "Upgrade: websocket", "Connection: Upgrade"],
    ...["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", ...own],
  ];
  const of = { clients: count, bytes: BYTES };
  return [
    { kind: "push", port: Number(port), headers, ...of },
    { kind: "raw", port: rawPort, headers: [], ...of },
  ];
}
