/**
 * Alarm statistics at size: `deno run -A --lock=tests/deno.lock bench/alarm_statistics.ts [events=1000000]`.
 * Fills a store on a temporary file with what statistics read of closed events over 365 days (the index of
 * ends, no records), 10,000 instances of 500 templates under 300 plant nodes, and prints for several spans the
 * KV entries read, the milliseconds, and the longest block of the event loop: for the first query, which packs
 * the days, and for later ones.
 */
import type { AlarmKey } from "../domain/alarm_statistics/key_columns.ts";
import { spanOf } from "../domain/alarm_statistics/span.ts";
import { alarmStatistics } from "../domain/alarm_statistics/statistics.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { inTimeSlices } from "../concurrency/time_slices.ts";
import { openStorage } from "../storage/open.ts";
import { endIndex } from "../storage/writes/event_end.ts";
import { EventPlant } from "../tests/support/event_lists.ts";
import { seeded } from "../tests/support/seeded.ts";

const [events = 1_000_000] = Deno.args.map(Number);
const DAY_MS = 86_400_000;
const SIZE = { instances: 10_000, templates: 500, days: 365, nowMs: Date.now() };
const AT_ONCE = 450;

/** The longest time for which the event loop was blocked. */
class LongestBlock {
  #last = performance.now();
  #longestMs = 0;
  readonly #timer = setInterval(() => this.#measure(), 1);

  end(): number {
    clearInterval(this.#timer);
    this.#measure();
    return this.#longestMs;
  }

  #measure(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#last);
    this.#last = now;
  }
}

const chance = seeded(2026);
const plant = new EventPlant(SIZE, chance);
const directory = await Deno.makeTempDir();
const storage = await openStorage({
  path: `${directory}/kv.sqlite`,
  now: () => SIZE.nowMs,
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  secretsKey: new Uint8Array(32).fill(7),
});
await fill();
for (const what of ["first", "second", "third"]) {
  for (const hours of [24, 168, 744, 8_760]) await print(what, hours);
}
await storage.close();
await Deno.remove(directory, { recursive: true });

/** A tenth of the events are bursts of one rule, as of chattering alarms. */
async function fill(): Promise<void> {
  const start = performance.now();
  for (let made = 0; made < events;) {
    const mutations = [];
    for (let n = 0; n < AT_ONCE && made < events; n++, made++) {
      const startMs = SIZE.nowMs - Math.floor((1 - made / events) * SIZE.days * DAY_MS);
      const endMs = Math.min(SIZE.nowMs, startMs + plant.pick(3_600_000));
      const { instance_id, ...event } = plant.make({ start_time: isoFromMs(startMs) });
      mutations.push(...endIndex(undefined, {
        ...event,
        end_time: isoFromMs(endMs),
        instance_id: made % 10 === 0 ? 1 + plant.pick(20) : instance_id,
        rule_id: `rule_${plant.pick(3)}`,
        plant_node_floc_id: `NODE-${instance_id % 300}`,
      }));
    }
    await storage.store.commit({ mutations }, 1);
  }
  console.log(`${events} events indexed in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}

async function print(what: string, hours: number): Promise<void> {
  const before = storage.store.stats().entriesRead;
  const longestBlock = new LongestBlock();
  const start = performance.now();
  const span = spanOf({ hours, nowMs: SIZE.nowMs });
  const blocks = await storage.alarmEvents.since(span.fromMs);
  const readMs = performance.now() - start;
  const { summary } = await inTimeSlices(
    alarmStatistics({ blocks, span, fits: () => true, groupings: groupings() }),
  );
  const ms = performance.now() - start;
  const entries = storage.store.stats().entriesRead - before;
  const longest = longestBlock.end();
  console.log(
    `${what} query, ${hours} h: ${summary.events} events, ${entries} entries, read ${
      readMs.toFixed(0)
    } ms, ` +
      `in all ${ms.toFixed(0)} ms, longest block ${longest.toFixed(0)} ms`,
  );
}

function groupings() {
  return {
    plant_nodes: (
      { plant_node_floc_id: node }: AlarmKey,
    ) => [`${node}`, `AREA-${node?.slice(-1)}`, "SITE", "ALL"],
    templates: ({ template_id }: AlarmKey) => [String(template_id)],
    categories: ({ category }: AlarmKey) => [category],
  };
}
