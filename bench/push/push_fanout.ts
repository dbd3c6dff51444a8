/**
 * How long until the last of many clients has an event: the push channel against the same bytes written to as many
 * plain TCP connections, the limit, in turn in one run.
 *
 *     deno run -A bench/push/push_fanout.ts [clients] [rounds]
 *
 * The time runs from the commit's telling to the word of the clients' process that all have it.
 */
import { frameText, seqOf } from "../../routes/push/frames.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { pushHouse } from "../../tests/support/push_house.ts";

const clients = Number(Deno.args[0] ?? 1_000);
const rounds = Number(Deno.args[1] ?? 60);
const WARM_UP = 10;

const draft = { kind: "event_created", at: new Date().toISOString(), data: { event_name: "x".repeat(90) } };
/** As it travels: a header of four bytes (two below 126), and the text. */
const text = frameText(draft, seqOf("0".repeat(20), 0));
const bytes = text.length + (text.length < 126 ? 2 : 4);

await using house = await pushHouse();
const raw = Deno.listen({ hostname: "127.0.0.1", port: 0 });
const connections: Deno.TcpConn[] = [];
const accepting = (async () => {
  for await (const connection of raw) connections.push(connection);
})();

const child = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", new URL("./fanout_clients.ts", import.meta.url).pathname, JSON.stringify(tasks())],
  stdout: "piped",
}).spawn();
const waiting = new Map<string, () => void>();
const listening = listen(child.stdout);

await Promise.all([told("push 0"), told("raw 0")]);
await eventually("all are in", () => house.hub.size === clients && connections.length === clients);
const times = { push: [] as number[], raw: [] as number[] };
for (let round = 1; round <= WARM_UP + rounds; round++) {
  times.push.push(await pushRound(round));
  times.raw.push(await rawRound(round));
}
child.kill("SIGKILL");
await Promise.all([child.status, listening]);
raw.close();
await accepting;
for (const connection of connections) connection.close();
report();

function tasks() {
  const { port } = new URL(house.url);
  const own = Object.entries(house.headersOf("viewer")).map(([name, value]) => `${name}: ${value}`);
  const headers = [
    ...["GET /api/ws HTTP/1.1", `Host: 127.0.0.1:${port}`, "Upgrade: websocket", "Connection: Upgrade"],
    ...["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", ...own],
  ];
  return [
    { kind: "push", port: Number(port), clients, bytes, headers },
    { kind: "raw", port: raw.addr.port, clients, bytes, headers: [] },
  ];
}

async function pushRound(round: number): Promise<number> {
  const done = told(`push ${round}`);
  let startedAt = 0;
  const stop = house.app.storage.store.onFrames(() => startedAt = performance.now());
  await house.commit([draft]);
  const endedAt = await done;
  stop();
  return endedAt - startedAt;
}

async function rawRound(round: number): Promise<number> {
  const done = told(`raw ${round}`);
  const message = new Uint8Array(bytes);
  const startedAt = performance.now();
  for (const connection of connections) connection.write(message);
  return await done - startedAt;
}

/** Resolves with the time at which the clients' process said so. */
function told(line: string): Promise<number> {
  return new Promise((resolve) => waiting.set(line, () => resolve(performance.now())));
}

async function listen(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
  let rest = "";
  for await (const piece of output.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) waiting.get(line)?.();
  }
}

function report(): void {
  console.log(`${clients} clients, ${rounds} rounds, ${bytes} bytes a message; ms to the last client:`);
  for (const [kind, all] of Object.entries(times)) {
    const sorted = all.slice(WARM_UP).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
    console.log(`${kind.padEnd(5)} p50 ${at(0.5)}  p95 ${at(0.95)}`);
  }
}
