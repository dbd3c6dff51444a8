/** How long the start and the first page of the history take with 100,000 events kept, and what one takes on disk. */
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { serve } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { openStorage } from "../../storage/open.ts";
import { AndonClient } from "../../tests/support/andon_client.ts";
import { EventPlant } from "../../tests/support/event_lists.ts";
import { storedEvents } from "../../tests/support/stored_events.ts";
import { seeded } from "../../tests/support/seeded.ts";
import { median, spread } from "../harness/measure.ts";
import type { Figure, Row } from "../harness/row.ts";

const EVENTS = 100_000, AT_ONCE = 36, DAYS = 400, DAY_MS = 86_400_000;
const PAGES = 20;
const PASSWORD = "a password for the bench";
const KEY = new Uint8Array(32).fill(7);

export default {
  async figures() {
    const folder = await Deno.makeTempDir(), path = `${folder}/kv.sqlite`;
    try {
      return await measured(path);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
} satisfies Row;

async function measured(path: string): Promise<Figure[]> {
  await fill(path);
  const { size } = await Deno.stat(path);
  const begun = performance.now();
  const andon = await served(path);
  const startMs = performance.now() - begun;
  const client = new AndonClient(`http://127.0.0.1:${new URL(andon.address).port}`);
  await client.signIn("admin", PASSWORD);
  const times: number[] = [];
  let total = 0;
  for (let i = 0; i < PAGES; i++) {
    const askedAt = performance.now();
    const { body } = await client.provoke("GET", "/api/rule-events/history?limit=50");
    times.push(performance.now() - askedAt);
    total = body.pagination.total;
  }
  await andon.close();
  const isEqual = total === EVENTS;
  return [{
    what: `the newest 50 of ${EVENTS} events kept`,
    figure: spread(times, (ms) => `${ms.toFixed(1)} ms`),
    ratio: median(times),
    target: { unit: "ms" },
    isEqual,
  }, {
    what: `start with ${EVENTS} events kept`,
    figure: `${startMs.toFixed(0)} ms`,
    ratio: startMs,
    target: { unit: "ms" },
    isEqual,
  }, {
    what: "an event on disk, its places in the lists included",
    figure: `${(size / EVENTS).toFixed(0)} B`,
    ratio: size / EVENTS,
    target: { unit: "bytes" },
    isEqual,
  }];
}

async function fill(path: string): Promise<void> {
  const nowMs = Date.now(), chance = seeded(2026);
  const plant = new EventPlant({ instances: 10_000, templates: 500, days: DAYS, nowMs }, chance);
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const storage = await openStorage({ path, now: () => nowMs, random, secretsKey: KEY });
  for (let made = 0; made < EVENTS;) {
    const events: EventRecord[] = [];
    for (let n = 0; n < AT_ONCE && made < EVENTS; n++, made++) {
      const startMs = nowMs - Math.floor((1 - made / EVENTS) * DAYS * DAY_MS) - 1;
      events.push(plant.make({ start_time: isoFromMs(startMs) }));
    }
    await storage.store.commit(storedEvents(...events), 1);
  }
  await storage.close();
}

function served(path: string) {
  const environment = {
    PORT: "0",
    HOST: "127.0.0.1",
    KV_URL: path,
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_DEFAULT: "off",
    RETENTION_DAYS: "10000",
    SECRETS_KEY: btoa(String.fromCharCode(...KEY)),
  };
  const settings = parseSettings(environment, "start", { cores: navigator.hardwareConcurrency, tty: false });
  const log = () => {};
  return serve({ settings, secretsKey: KEY, adminPassword: PASSWORD, alwaysAllow: [], log });
}
