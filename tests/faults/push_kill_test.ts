import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../connectors/collected/source.ts";
import { CollectedStore } from "../../connectors/collected/store.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { COLLECTED_CONFIG, QUIET_INTAKE } from "../support/collected_store.ts";

const KILLS = 3, SENDERS = 4, PUSHES_A_LIFE = 60, SAMPLES = 20;

/** Numbers that were pushed, each at a time of its own. */
class Sender {
  readonly acknowledged = new Set<number>();
  #next = 0;
  readonly #beginMs = Date.now() - 3_600_000;

  constructor(private readonly key: string) {}

  get sent(): number {
    return this.#next;
  }

  async push(baseUrl: string): Promise<void> {
    const numbers = Array.from({ length: SAMPLES }, () => this.#next++);
    const lines = numbers.map((number) => `count value=${number} ${this.#beginMs + number}`);
    const answer = await fetch(`${baseUrl}/ingest/sent?precision=ms`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.key}` },
      body: lines.join("\n"),
    });
    const { stored } = await answer.json();
    assertEquals([answer.status, stored], [200, SAMPLES]);
    for (const number of numbers) this.acknowledged.add(number);
  }
}

Deno.test(`${KILLS} SIGKILLs while programs push lose nothing of what was acknowledged`, async () => {
  const dataDir = await Deno.makeTempDir();
  let andon = await AndonProcess.start({ dataDir, allow: "127.0.0.1" });
  const client = await andon.client();
  const { data: { id } } = await client.ok("POST", "/api/sources", {
    name: "sent",
    kind: "http_push",
    config: {},
  });
  const { data: { secret } } = await client.ok("POST", `/api/sources/${id}/secrets/key`);
  const sender = new Sender(secret);
  for (let kill = 0; kill < KILLS; kill++) {
    const { acknowledged } = sender, until = acknowledged.size + PUSHES_A_LIFE * SAMPLES;
    const { baseUrl } = andon;
    const senders = Array.from({ length: SENDERS }, async () => {
      for (;;) await sender.push(baseUrl);
    });
    const ended = Promise.allSettled(senders);
    while (acknowledged.size < until) {
      await Promise.race([
        ...senders,
        new Promise((done) => setTimeout(done, 1)),
      ]);
    }
    await andon.kill();
    await ended;
    if (kill < KILLS - 1) andon = await AndonProcess.start({ dataDir, allow: "127.0.0.1" });
  }
  const store = await CollectedStore.open({
    path: `${dataDir}/collector/${id}/samples.sqlite`,
    config: COLLECTED_CONFIG,
    sourceLostSeconds: 60,
    now: Date.now,
    random: Math.random,
  });
  const source = sourceOf(store, { kind: "http_push", intake: QUIET_INTAKE });
  const { streams: [stream] } = await source.discover();
  const samples = await source.window(
    { id: 1, source: stream!.source },
    ticksFromMs(0),
    ticksFromMs(Date.now()),
  );
  await source.close();
  await Deno.remove(dataDir, { recursive: true });
  const stored = new Set(samples.map(({ value }) => value as number));
  assertEquals([...sender.acknowledged].filter((number) => !stored.has(number)), []);
  assertEquals(stored.size, samples.length);
  assert(
    sender.acknowledged.size >= KILLS * PUSHES_A_LIFE * SAMPLES && sender.acknowledged.size <= sender.sent,
  );
});
