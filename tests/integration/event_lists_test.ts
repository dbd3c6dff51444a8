import { assert, assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { shelfKey } from "../../domain/event/shelf.ts";
import type { Storage } from "../../storage/contract.ts";
import { bruteForce, EventPlant } from "../support/event_lists.ts";
import { times } from "../support/times.ts";
import { seeded } from "../support/seeded.ts";
import { type TestStorage, testStorage } from "../unit/storage/support.ts";
import type { EventFilter } from "../../storage/event_rows.ts";
import type { PageRequest } from "../../storage/page.ts";

const NOW = Date.UTC(2026, 0, 31, 8, 15, 2, 123);
const SIZE = { instances: 300, templates: 40, days: 400, nowMs: NOW };
const EVENTS = 10_000;
const TOGETHER = 5_500;
/** Entries read beyond the page's rows: a list of any severity is read from four. */
const ALLOWANCE = 4_000;

const minute = (ms: number) => new Date(ms).toISOString();

/** 10,000 events: 3,500 over 400 days, 5,500 in one minute (half of them in one millisecond), 1,000 active. */
async function filled(storage: Storage, random: () => number): Promise<EventPlant> {
  const plant = new EventPlant(SIZE, random);
  await plant.fill(storage, { count: EVENTS - TOGETHER - 1_000 });
  const trip = NOW - 50 * 3_600_000;
  const start = (i: number) => minute(trip + (i % 2 === 0 ? 0 : plant.pick(60_000)));
  await plant.fill(storage, { count: TOGETHER, change: (i) => ({ start_time: start(i) }) });
  await plant.fill(storage, { count: 1_000, change: () => ({ is_active: true }) });
  return plant;
}

/** The 10,000 events that several tests read and change, one after the other: filling a store takes seconds. */
class House {
  #plant: Promise<EventPlant> | undefined;
  #kv: Deno.Kv | undefined;
  #test: TestStorage | undefined;

  async enter(): Promise<{ storage: Storage; plant: EventPlant }> {
    this.#kv ??= await Deno.openKv(":memory:");
    const { storage } = this.#test ??= await testStorage({ ms: NOW, kv: this.#kv });
    return { storage, plant: await (this.#plant ??= filled(storage, seeded(4))) };
  }

  /** What is in memory is read from the store anew. */
  async restart(): Promise<void> {
    await this.enter();
    await this.#test?.[Symbol.asyncDispose]();
    this.#test = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#test?.[Symbol.asyncDispose]();
    this.#kv?.close();
  }
}

const house = new House();
Deno.test.afterAll(() => house[Symbol.asyncDispose]());

for (const opened of ["while it was filled", "after a restart"]) {
  Deno.test(`every page of a list with a minute of 5,500 events reads at most its rows and 4,000 entries, ${opened}`, async () => {
    if (opened === "after a restart") await house.restart();
    const { storage, plant } = await house.enter();
    for (const filter of [{}, { is_active: false }, { category: "energy" }]) {
      const expected = bruteForce(plant.records.values(), filter);
      for (let offset = 0; offset < expected.length; offset += 1_103) {
        const before = storage.store.stats().entriesRead;
        const { rows } = await storage.events.list(filter, { limit: 10, offset });
        assert(storage.store.stats().entriesRead - before <= 10 + ALLOWANCE);
        assertSame(rows, expected.slice(offset, offset + 10), { filter, offset });
      }
    }
  });
}

Deno.test("totals and pages equal a scan of all events, for random filters while events open and close", async () => {
  const { storage, plant } = await house.enter();
  let most = 0;
  for (let round = 0; round < times(25); round++) {
    for (let i = 0; i < 3; i++) await plant.stir(storage);
    const filter = plant.filter();
    const expected = bruteForce(plant.records.values(), filter);
    for (
      const page of [plant.page(expected.length), plant.page(expected.length), plant.page(expected.length)]
    ) {
      const before = storage.store.stats().entriesRead;
      const { rows, total } = await storage.events.list(filter, page);
      const read = storage.store.stats().entriesRead - before - page.limit;
      // A list of plant nodes also reads the events of the minute in which the page begins.
      most = Math.max(most, filter.places === undefined ? read : read - TOGETHER);
      assertEquals(total, expected.length, JSON.stringify({ round, filter, page }));
      assertSame(rows, expected.slice(page.offset, page.offset + page.limit), { round, filter, page });
    }
  }
  assert(most <= ALLOWANCE, `a page read ${most} entries beyond its rows`);
});

Deno.test("a list read while events close is of one moment: none twice, none missing", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const plant = new EventPlant(SIZE, seeded(6));
  await plant.fill(storage, { count: 2_000 });
  await plant.fill(storage, { count: 900, change: () => ({ is_active: true }) });
  const order = bruteForce(plant.records.values(), {});
  let isOver = false;
  const closing = [1, 2, 3].map(async (lane) => {
    while (!isOver && await plant.closeOne(storage, lane));
  });
  for (let round = 0; round < 20; round++) {
    const page = { limit: 1_000, offset: round * 90 };
    const { rows, total } = await storage.events.list({}, page);
    assertEquals(total, 2_900);
    assertEquals(
      rows.map((row) => row.id),
      order.slice(page.offset, page.offset + 1_000).map((row) => row.id),
    );
  }
  isOver = true;
  await Promise.all(closing);
  assert([...plant.records.values()].filter((event) => event.is_active).length < 900);
});

Deno.test("several scopes at once, acknowledged and shelved are exact at 10,000 events", async () => {
  const { storage, plant } = await house.enter();
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 5; i++) await plant.stir(storage);
    const some = [...plant.records.values()][plant.pick(plant.records.size)];
    const filter: EventFilter = { ...plant.filter() };
    if (plant.pick(2) === 0) {
      Object.assign(filter, { category: some.category, template_id: some.template_id });
    }
    if (plant.pick(3) === 0) filter.instance_id = some.instance_id;
    if (plant.pick(2) === 0) filter.acknowledged = plant.pick(2) === 0;
    const untilMs = new Map(
      [...plant.records.values()].filter(() => plant.pick(5) === 0)
        .map((event) => [shelfKey(event), NOW + 1_000]),
    );
    const shelved = plant.pick(2) === 0 ? { is: plant.pick(2) === 0, untilMs } : undefined;
    const expected = bruteForce(plant.records.values(), filter)
      .filter((event) => shelved === undefined || untilMs.has(shelfKey(event)) === shelved.is);
    const page = plant.page(expected.length);
    const { rows, total } = await storage.events.list({ ...filter, shelved }, page);
    assertEquals(total, expected.length);
    assertSame(rows, expected.slice(page.offset, page.offset + page.limit), { filter, page });
  }
});

function assertSame(
  rows: EventRecord[],
  expected: EventRecord[],
  about: { filter: EventFilter; page?: PageRequest; [name: string]: unknown },
): void {
  const ids = (events: EventRecord[]) => events.map((event) => event.id).join(" ");
  assertEquals(ids(rows), ids(expected), JSON.stringify({ ...about, shelved: undefined }));
  if (rows.length > 0) assertEquals(rows[0], expected[0]);
}

Deno.test("a large page is whole where nearly all of it is of one severity, or of two", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const plant = new EventPlant({ ...SIZE, days: 1 }, seeded(8));
  const severities = ["warning", "error", "warning", "error", "warning", "critical"] as const;
  await plant.fill(storage, { count: 900, change: (i) => ({ severity: severities[i % 4] }) });
  await plant.fill(storage, {
    count: 900,
    change: (i) => ({ severity: severities[4 + Number(i % 100 === 0)], start_time: minute(NOW - 1 - i) }),
  });
  const expected = bruteForce(plant.records.values(), {});
  for (
    const page of [{ limit: 201, offset: 0 }, { limit: 1_000, offset: 0 }, { limit: 1_000, offset: 700 }]
  ) {
    const { rows } = await storage.events.list({}, page);
    assertSame(rows, expected.slice(page.offset, page.offset + page.limit), { filter: {}, page });
  }
});

Deno.test("the few of one severity among an instance's many are found in the hours that have some", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const plant = new EventPlant({ ...SIZE, instances: 1, days: 30 }, seeded(9));
  await plant.fill(storage, { count: 6_000, change: () => ({ severity: "warning" }) });
  const start = (i: number) => minute(NOW - (30 - i) * 86_400_000 - 12_345_678);
  await plant.fill(storage, { count: 12, change: (i) => ({ severity: "critical", start_time: start(i) }) });
  for (const filter of [{ severity: "critical" }, { severity: "warning" }] as const) {
    const all = { instance_id: 1, ...filter };
    for (const sinceMs of [undefined, NOW - 25.5 * 86_400_000]) {
      const expected = bruteForce(plant.records.values(), { ...all, sinceMs });
      for (const [limit, offset] of [[3, 0], [5, 4], [50, 0], [20, 3_000]]) {
        const before = storage.store.stats().entriesRead;
        const { rows, total } = await storage.events.list({ ...all, sinceMs }, { limit, offset });
        assertEquals(total, expected.length);
        assertSame(rows, expected.slice(offset, offset + limit), { filter: all });
        assert(storage.store.stats().entriesRead - before < 3 * limit + ALLOWANCE);
      }
    }
  }
});
