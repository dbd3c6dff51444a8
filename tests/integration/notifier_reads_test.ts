import { assertEquals } from "@std/assert";
import type { KvBackend } from "../../storage/store/backend.ts";
import { addCalled, addPoint, addPolicy } from "../support/called_people.ts";
import { httpConfig } from "../support/contact_points.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { raise, TurnedClock } from "../support/notifier_harness.ts";
import { loopbackNotifier } from "../support/loopback_notifier.ts";
import { testStorage } from "../unit/storage/support.ts";

/** Five are told by messages of their own, the others wait in a digest. */
const EVENTS = 12, MESSAGES = 5;

/** Counts what is read of a real store, by the first part of the key: keys that are got, and lists. */
function counting(): { wrap: (backend: KvBackend) => KvBackend; reads: Map<string, number> } {
  const reads = new Map<string, number>();
  const count = (what: string) => reads.set(what, 1 + (reads.get(what) ?? 0));
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    getMany(keys) {
      for (const [first] of keys) count(String(first));
      return backend.getMany(keys);
    },
    list(selector, options) {
      const [first] = "prefix" in selector ? selector.prefix : selector.start;
      count(`list of ${String(first)}`);
      return backend.list(selector, options);
    },
  });
  return { wrap, reads };
}

/** What the notifier reads to tell of events one after the other. */
async function readsOf({ isFull }: { isFull: boolean }): Promise<Map<string, number>> {
  const { wrap, reads } = counting();
  await using test = await testStorage({ wrap });
  await using receiver = new HttpReceiver();
  const { storage } = test;
  const config = { ...httpConfig({ url: receiver.url }), ca: null };
  const headers = [{ name: "x-key", value: "{delivery_key}" }];
  const room = await addPoint(storage, { name: "Room", fallback: true, config: { ...config, headers } });
  const persons = await addPoint(storage, { name: "Persons", config: { ...config, body: '{"to":"{to}"}' } });
  if (isFull) await addCalled(storage, { point: persons, left: 1 });
  const to = [{ kind: "contact_point" as const, id: room }];
  await addPolicy(storage, { name: "All", steps: [{ after_minutes: 0, to }] });
  const { notifier, ...service } = loopbackNotifier(storage, new TurnedClock());
  service.start();
  await notifier.settled(1_000);
  reads.clear();
  for (let id = 1; id <= EVENTS; id++) await raise(storage, { id, severity: "critical" });
  await eventually("each event is told, or folded into a digest", async () => {
    await notifier.settled(1_000);
    return (await storage.notifications.read()).open.length === 0 && receiver.messages.length === MESSAGES;
  });
  const seen = new Map(reads);
  await service.close();
  const folded = await storage.notifications.list({ state: "folded" }, { limit: 100, offset: 0 });
  assertEquals(folded.total, EVENTS - MESSAGES);
  return seen;
}

/** What an engineer sets up. */
const CONFIGURED = /polic|team|roster|user|contact|area|plant/;

Deno.test("a decision reads the events and nothing that is configured, however many policies, people and rosters there are", async () => {
  for (const isFull of [false, true]) {
    const reads = await readsOf({ isFull });
    assertEquals([...reads.keys()].filter((name) => CONFIGURED.test(name)), []);
    // Each event once for the decision, and once for the message that it has of its own.
    assertEquals(reads.get("event"), EVENTS + MESSAGES);
  }
});
