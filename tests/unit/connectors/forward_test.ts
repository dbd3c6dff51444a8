import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Arrived } from "../../../connectors/collected/inlet.ts";
import { Forwarder, NotTaken } from "../../../connectors/forward/forwarder.ts";
import { SampleLines } from "../../../connectors/forward/lines.ts";
import { createOutboundGuard } from "../../../connectors/outbound.ts";
import type { QueuedSample } from "../../../connectors/source.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { ticksFromMs } from "../../../domain/shared/time.ts";
import { COLLECTED_CONFIG, StoreFolder } from "../../support/collected_store.ts";
import { eventually } from "../../support/eventually.ts";
import { type Fault, IngestReceiver } from "../../support/ingest_receiver.ts";
import { RECEIVER_CA, RECEIVER_KEY } from "../../support/smtp_receiver.ts";

const BEGIN = Date.now() - 3_600_000;
const KEY = "ask_secret";

function numbered(first: number, count: number): Arrived[] {
  return Array.from({ length: count }, (_, i) => ({
    stream: "n",
    time: ticksFromMs(BEGIN + first + i),
    value: first + i,
    quality: "good",
  }));
}

/** A queue on disk, what takes its pushes, and the forwarder between them. */
class Scene implements AsyncDisposable {
  readonly receiver = new IngestReceiver();
  readonly folder: StoreFolder;
  readonly logged: string[] = [];
  readonly forwarder: Forwarder;
  #running: Promise<void> = Promise.resolve();

  constructor({ fault, keepGib = 1 }: { fault?: Fault; keepGib?: number } = {}) {
    this.folder = new StoreFolder({ isQueue: true, config: { ...COLLECTED_CONFIG, keep_gib: keepGib } });
    if (fault !== undefined) this.receiver.fault = fault;
    this.forwarder = new Forwarder({
      url: this.receiver.url,
      key: KEY,
      outbound: createOutboundGuard({ allow: "127.0.0.1", alwaysAllow: [] }),
      ca: null,
      now: Date.now,
      // The shortest pauses.
      random: () => 0,
      log: (level, message, fields) => void this.logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
    });
  }

  async write(arrived: Arrived[]): Promise<void> {
    this.folder.nowMs = Date.now();
    await (await this.folder.store()).inlet.write(arrived);
  }

  async fill() {
    return (await this.folder.source()).queue!.fill();
  }

  async forward(): Promise<void> {
    this.#running = this.forwarder.run((await this.folder.source()).queue!);
  }

  async arrived(count: number): Promise<void> {
    await eventually("nothing waits", async () => (await this.fill()).samples === 0);
    assertEquals(
      (await this.receiver.samples("n")).map(({ value }) => value),
      Array.from({ length: count }, (_, i) => i),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.forwarder.close();
    await this.#running;
    await this.receiver[Symbol.asyncDispose]();
    await this.folder[Symbol.asyncDispose]();
  }
}

const queued = (sample: Partial<QueuedSample> & { value?: string | number | null }): QueuedSample => ({
  stream: "a",
  unit: null,
  path: [],
  ...sample,
  sample: {
    time: ticksFromMs(Date.UTC(2026, 0, 31)) + 1,
    value: sample.value ?? null,
    quality: (sample.value ?? null) === null ? "bad" : "good",
  },
});

Deno.test("a line has what Andon stores of a sample; unit and asset only once", () => {
  const lines = new SampleLines();
  const [body] = [...lines.bodies([
    queued({ value: 1.5, unit: "bar", path: ["Line1", "", "Press"] }),
    queued({ value: 2, unit: "bar", path: ["Line1", "", "Press"] }),
    queued({ value: null, unit: "mbar", path: ["Line1", "Press"] }),
    queued({ stream: "b", value: "\ufffd" }),
  ])];
  const time = "2026-01-31T00:00:00.0000001Z";
  assertEquals(body!.map((line) => JSON.parse(line)), [
    { stream: "a", time, value: 1.5, unit: "bar", asset: "Line1.Press" },
    { stream: "a", time, value: 2 },
    { stream: "a", time, value: null, quality: "bad", unit: "mbar", asset: "Line1.Press" },
    { stream: "b", time, value: "\ufffd" },
  ]);
  assert(!body![3]!.includes("\ufffd"), "the character itself counts as broken UTF-8");
});

Deno.test("bodies end at 10,000 lines and at 1 MiB", () => {
  const sizes = (samples: QueuedSample[]) =>
    [...new SampleLines().bodies(samples)].map((body) => body.length);
  assertEquals(sizes(Array(10_000).fill(queued({ value: 1 }))), [10_000]);
  assertEquals(sizes(Array(10_001).fill(queued({ value: 1 }))), [10_000, 1]);
  const text = "é".repeat(5_000),
    [first, ...more] = [
      ...new SampleLines().bodies(Array(105).fill(queued({ value: text }))),
    ];
  assertEquals(more.length, 1);
  const bytes = new TextEncoder().encode(first!.join("\n") + "\n").length;
  assert(bytes <= 2 ** 20 && bytes > 2 ** 20 - 12_000, `${bytes} bytes`);
});

Deno.test("what waits is pushed in order, with its qualities, units and assets, and removed once it is taken", async () => {
  await using scene = new Scene();
  await scene.write(numbered(0, 12_000));
  await scene.write([
    { stream: "p", time: ticksFromMs(BEGIN), value: 5, quality: "uncertain", unit: "bar", path: ["L1", "P"] },
  ]);
  await (await scene.folder.store()).inlet.gap(["p"], ticksFromMs(BEGIN + 1));
  await scene.forward();
  await scene.arrived(12_000);
  assertEquals(
    (await scene.receiver.samples("p")).map(({ value, quality }) => [value, quality]),
    [[5, "uncertain"], [null, "bad"]],
  );
  const { streams } = await (await scene.receiver.source()).discover();
  assertEquals(streams.map(({ stream_name, uom, asset_id }) => [stream_name, uom, asset_id]).sort(), [
    ["n", null, "Unassigned"],
    ["p", "bar", "L1.P"],
  ]);
  assertEquals(new Set(scene.receiver.pushes.map(({ key }) => key)), new Set([`Bearer ${KEY}`]));
});

Deno.test("a push without an answer, or that Andon cannot take, is repeated, and what comes twice is stored once", async () => {
  await using scene = new Scene({
    fault: ({ number }) =>
      number === 1
        ? "no answer"
        : number === 2
        ? Response.json({ message: "busy" }, { status: 503, headers: { "retry-after": "1" } })
        : undefined,
  });
  await scene.write(numbered(0, 500));
  const began = Date.now();
  await scene.forward();
  await scene.arrived(500);
  assert(Date.now() - began >= 1_000, "Retry-After is kept");
  assert(scene.receiver.pushes.length >= 3);
  assertEquals((await scene.receiver.source()).collected().duplicates, 500);
  assertEquals(scene.logged.map((line) => line.split(/[:{]/)[0]!.trim()), [
    "warn Andon takes nothing, so samples wait",
    "info Andon takes samples again",
  ]);
});

Deno.test("a push that is too large for what is between is halved", async () => {
  await using scene = new Scene({
    fault: ({ lines }) => lines.length > 100 ? new Response("too large", { status: 413 }) : undefined,
  });
  await scene.write(numbered(0, 1_000));
  await scene.forward();
  await scene.arrived(1_000);
});

for (
  const [what, answer, reason] of [
    ["a wrong key", () => Response.json({ message: `No ${KEY}` }, { status: 401 }), "answered 401"],
    ["a page of somebody else", () => new Response("<html>"), "is no Andon"],
    ["the answer to another push", () => Response.json({ stored: 1, rejected: [] }), "is no Andon"],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/" } }), "answered 302"],
  ] as const
) {
  Deno.test(`${what} removes nothing from the queue and is told, without the key`, async () => {
    await using scene = new Scene({ fault: answer });
    await scene.write(numbered(0, 10));
    await assertRejects(() => scene.forwarder.test().then(() => scene.forwarder.test()), NotTaken, reason);
    await scene.forward();
    await eventually("it is told", () => scene.logged.length > 0);
    assertEquals((await scene.fill()).samples, 10);
    assert(scene.logged[0]!.includes(reason) && !scene.logged[0]!.includes(KEY), scene.logged[0]);
    scene.receiver.fault = () => undefined;
    await scene.arrived(10);
  });
}

Deno.test("what Andon rejects is told and does not stop the queue", async () => {
  await using scene = new Scene();
  await scene.write(numbered(0, 2));
  // Its store has days enough, Andon's has not.
  const { database } = await scene.folder.store();
  database.run("UPDATE streams SET name = 'SYS.x' WHERE name = 'n'");
  (await scene.folder.store()).close();
  await scene.write(numbered(0, 3).map((one) => ({ ...one, stream: "n" })));
  await scene.forward();
  await scene.arrived(3);
  assertEquals(scene.logged.length, 1);
  assert(scene.logged[0]!.includes('"rejected":2') && scene.logged[0]!.includes('"stream":"SYS.x"'));
});

Deno.test("a life sign follows the machines, and none is made up", async () => {
  await using scene = new Scene();
  const { inlet } = await scene.folder.store();
  const aliveMs = Date.now() - 5_000;
  inlet.alive(aliveMs);
  await scene.forward();
  await scene.write(numbered(0, 1));
  await scene.arrived(1);
  inlet.alive(aliveMs + 2_000);
  await eventually("a life sign", () => scene.receiver.pushes.some(({ lines }) => lines.length === 0));
  const lives = scene.receiver.pushes.filter(({ lines }) => lines.length === 0);
  assertEquals(lives.map(({ upTo }) => upTo), [new Date(aliveMs + 2_000).toISOString()]);
});

Deno.test("a full queue refuses what comes, keeps what it has, and takes again once Andon does", async () => {
  await using scene = new Scene({ keepGib: 0.003, fault: () => new Response(null, { status: 503 }) });
  let stored = 0;
  const refusal = await assertRejects(async () => {
    for (; stored < 10_000_000; stored += 1_000) await scene.write(numbered(stored, 1_000));
  }, Refusal);
  assertEquals(refusal.code, "UNAVAILABLE");
  assert((await scene.fill()).share > 0.95, `${(await scene.fill()).share}`);
  assert(stored > 15_000, `${stored} samples`);
  scene.receiver.fault = () => undefined;
  await scene.forward();
  await scene.arrived(stored);
  await eventually(
    "it takes again",
    () => scene.write(numbered(stored, 1_000)).then(() => true, () => false),
  );
  await scene.arrived(stored + 1_000);
});

Deno.test("upkeep deletes nothing that waits, and of the samples keeps what tells a repetition", async () => {
  await using scene = new Scene({ keepGib: 0.003 });
  // More than the share that unread arrivals may have in a source of Andon.
  await scene.write(numbered(0, 20_000));
  const { retention, database } = await scene.folder.store();
  retention.run(Date.now() + 86_400_000);
  const [[rows]] = database.rows("SELECT count(*) FROM samples") as [[number]];
  assertEquals([(await scene.fill()).samples, rows], [20_000, 20_000]);
  await scene.write(numbered(700_000, 1));
  retention.run(Date.now());
  const [[recent]] = database.rows("SELECT count(*) FROM samples") as [[number]];
  assertEquals([(await scene.fill()).samples, recent], [20_001, 1]);
  await scene.forward();
  await eventually("nothing waits", async () => (await scene.fill()).samples === 0);
  assertEquals((await scene.receiver.samples("n")).length, 20_001);
});

Deno.test("a certificate of the plant's own authority is trusted if the settings name it", async () => {
  await using receiver = new IngestReceiver({ cert: RECEIVER_CA, key: RECEIVER_KEY });
  const forwarder = (ca: string | null) =>
    new Forwarder({
      url: receiver.url,
      key: KEY,
      outbound: createOutboundGuard({ allow: "127.0.0.1,::1", alwaysAllow: [] }),
      ca,
      now: Date.now,
      random: () => 0,
      log: () => {},
    });
  const trusting = forwarder(RECEIVER_CA), other = forwarder(null);
  await trusting.test();
  await assertRejects(() => other.test(), NotTaken, "is not signed by a known authority");
  trusting.close();
  other.close();
});
