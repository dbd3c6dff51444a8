import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { FaultInput } from "../../simulator/data_hub/faults/schema.ts";
import {
  activeSignup,
  type Change,
  iso,
  type Row,
  type SimulatorFixture,
  simulatorFixture,
  START_MS,
} from "./simulator_fixture.ts";

const MINUTE = 60_000;
/** A gauge with a sample each second and no failure during these tests. */
const GAUGE = { id: "PI_SIM_1027", name: "Riverside.Line1.Pasteuriser.HoldTemperature" };
const FOLLOWED = ["PI_SIM_1001", "PI_SIM_1008", "PI_SIM_1027", "LOAD_1", "LOAD_7"];

/** A client that applies every change of the feed, in order. */
class Follower {
  readonly streams = new Map<string, Map<string, Row>>();

  apply({ stream, operation, event }: Change): void {
    const held = this.streams.get(stream) ?? new Map<string, Row>();
    this.streams.set(stream, held);
    const time = String(event.Timestamp);
    if (operation === "Remove") held.delete(time);
    else held.set(time, event);
  }

  removeWindow(stream: string, [from, to]: Row[]): void {
    const held = this.streams.get(stream);
    for (const time of [...held?.keys() ?? []]) {
      if (time >= String(from.Timestamp) && time <= String(to.Timestamp)) held?.delete(time);
    }
  }

  of(stream: string, from = START_MS): Row[] {
    const rows = [...this.streams.get(stream)?.values() ?? []];
    return rows.filter((row) => String(row.Timestamp) > sevenDecimals(from)).sort((a, b) =>
      String(a.Timestamp) < String(b.Timestamp) ? -1 : 1
    );
  }
}

function sevenDecimals(ms: number): string {
  return iso(ms).replace("Z", "0000Z");
}

interface Signup {
  id: string;
  bookmark: string;
}

/** Reads the feed to its end and applies its items; a removed window is one item. */
async function follow(on: SimulatorFixture, signup: Signup, follower: Follower): Promise<string[]> {
  const operations: string[] = [];
  for (;;) {
    const { json } = await on.get(`/signups/${signup.id}/updates?bookmark=${signup.bookmark}`);
    signup.bookmark = json.bookmark;
    if (json.data.length === 0) return operations;
    for (const item of json.data) {
      operations.push(...item.events.map(() => item.operation));
      if (item.operation === "RemoveWindow") follower.removeWindow(item.resourceId, item.events);
      else {
        for (const event of item.events) {
          follower.apply({ stream: item.resourceId, operation: item.operation, event });
        }
      }
    }
  }
}

async function windowOf(
  on: SimulatorFixture,
  stream: string,
  span: { from: number; to: number },
): Promise<Row[]> {
  const path = `/Streams/${stream}/Data?startIndex=${iso(span.from)}&endIndex=${iso(span.to)}`;
  return (await on.get(`${path}&startBoundaryType=Inside&endBoundaryType=Exact`)).json;
}

const FAULTS: Record<string, FaultInput[]> = {
  dropout: [{ kind: "dropout", streams: "*", share: 0.3, seconds: 60 }],
  stuck: [{ kind: "stuck", streams: "*", seconds: 40, after_seconds: 10 }],
  spike: [{ kind: "spike", streams: "*", share: 0.2, seconds: 60 }],
  noise: [{ kind: "noise", streams: "Riverside.*", seconds: 60 }],
  late: [{ kind: "late", streams: "*", share: 0.5, up_to_seconds: 30, seconds: 60 }],
  duplicate: [{ kind: "duplicate", streams: "*", share: 0.5, delay_seconds: 7, seconds: 60 }],
  "correction update": [{ kind: "correction", streams: "*", share: 0.4, delay_seconds: 20, seconds: 60 }],
  "correction replace": [{ kind: "correction", operation: "replace", share: 0.4, seconds: 60 }],
  "correction remove": [{ kind: "correction", operation: "remove", share: 0.4, seconds: 60 }],
  "correction remove_window": [
    { kind: "correction", operation: "remove_window", share: 0.5, window_seconds: 7, seconds: 70 },
  ],
  "source clock ahead": [{ kind: "source_clock", streams: "*", offset_seconds: 20, seconds: 45 }],
  "source clock behind": [{ kind: "source_clock", streams: "*", offset_seconds: -15, seconds: 45 }],
  "everything at once": [
    { kind: "late", share: 0.4, up_to_seconds: 25, seconds: 90 },
    { kind: "late", share: 0.2, up_to_seconds: 45, seconds: 50 },
    { kind: "duplicate", share: 0.3, delay_seconds: 12, seconds: 90 },
    { kind: "correction", share: 0.3, delay_seconds: 10, seconds: 90 },
    { kind: "correction", operation: "remove", share: 0.2, delay_seconds: 33, seconds: 90 },
    { kind: "correction", operation: "remove_window", share: 0.4, window_seconds: 5, seconds: 90 },
    { kind: "dropout", share: 0.1, seconds: 90, after_seconds: 13 },
    { kind: "spike", share: 0.1, seconds: 90 },
    { kind: "source_clock", offset_seconds: 11, seconds: 20, after_seconds: 40, streams: "LOAD_1" },
  ],
};

const COMING: Record<string, number> = { "source clock ahead": 21_000, "everything at once": 12_000 };

for (const [name, faults] of Object.entries(FAULTS)) {
  for (const lagMs of [0, 700]) {
    Deno.test(`${name}: applying the feed gives the windows, and at the end the final samples (lag ${lagMs} ms)`, async () => {
      await using on = await simulatorFixture({ extraStreams: 10, extraPeriodMs: 2_000, lagMs });
      const signup = await activeSignup(on, FOLLOWED);
      const follower = new Follower();
      on.clock.ms += 5_000;
      for (const fault of faults) on.simulator.faults.set(fault);
      const coming = COMING[name] ?? 0;
      const predicted = new Map<string, unknown>();
      const check = async () => {
        const span = { from: START_MS - lagMs, to: on.clock.ms + coming };
        for (const id of FOLLOWED) assertEquals(follower.of(id, span.from), await windowOf(on, id, span), id);
      };
      for (let poll = 0; poll < 40; poll++) {
        on.clock.ms += 1 + poll * 777 % 8_000;
        await follow(on, signup, follower);
        if (poll % 5 === 0) await check();
        if (poll === 12) {
          for (const id of FOLLOWED) {
            predicted.set(id, on.simulator.finalSamples(id, START_MS, START_MS + 30_000));
          }
        }
      }
      await check();
      for (const id of FOLLOWED) {
        const now = on.simulator.samples(id, START_MS, on.clock.ms + coming);
        const final = on.simulator.finalSamples(id, START_MS, on.clock.ms + coming);
        assertEquals(final.map(({ timestamp, value }) => ({ timestamp, value })), now);
        assertEquals(on.simulator.finalSamples(id, START_MS, START_MS + 30_000), predicted.get(id));
      }
    });
  }
}

/** A minute of one stream under faults: its final samples, and the operations of the feed. */
async function minuteOf(faults: FaultInput[], seed?: number) {
  await using on = await simulatorFixture({ seed });
  for (const fault of faults) on.simulator.faults.set(fault);
  const signup = await activeSignup(on, [GAUGE.id]);
  on.clock.ms += MINUTE;
  const final = on.simulator.finalSamples(GAUGE.name, START_MS, on.clock.ms);
  on.clock.ms += 2 * MINUTE;
  const operations = await follow(on, signup, new Follower());
  return { final, operations, reported: on.simulator.reportedSamples(GAUGE.name, START_MS, on.clock.ms) };
}

Deno.test("the same faults on the same plant have the same effect; another seed has another", async () => {
  const faults = FAULTS["everything at once"];
  const one = await minuteOf(faults);
  assertEquals(await minuteOf(faults), one);
  assertNotEquals((await minuteOf(faults, 2)).final, one.final);
  assertNotEquals((await minuteOf(faults.map((fault) => ({ ...fault, seed: 5 })))).final, one.final);
});

Deno.test("each fault has its documented effect", async () => {
  const plain = (await minuteOf([])).final;
  const values = async (fault: FaultInput) => (await minuteOf([fault])).final.map(({ value }) => value);
  assertEquals(plain.length, 60);
  assertEquals(await values({ kind: "dropout", streams: GAUGE.name }), []);
  assertEquals(new Set(await values({ kind: "stuck" })).size, 1);
  const spiked = await values({ kind: "spike", share: 0.2, size: 1_000 });
  const spikes = spiked.filter((value) => Number(value) > 900).length;
  assert(spikes > 4 && spikes < 25, `${spikes} spikes`);
  const noisy = await values({ kind: "noise", size: 3 });
  assert(noisy.every((value, i) => Math.abs(Number(value) - Number(plain[i].value)) <= 3.001));
  assertNotEquals(noisy, plain.map(({ value }) => value));
  const changed = await values({ kind: "correction", share: 1, change: 5 });
  assertEquals(
    changed,
    plain.map(({ value }) => value === null ? null : Math.round((Number(value) + 5) * 1_000) / 1_000),
  );
  const late = await minuteOf([
    { kind: "late", up_to_seconds: 60 },
    { kind: "correction", share: 1, delay_seconds: 0, change: 5 },
  ]);
  assertEquals(late.final.map(({ value }) => value), changed);
  assertEquals(await values({ kind: "correction", operation: "remove", share: 1 }), []);
  assertEquals(await values({ kind: "dropout", streams: "Hillcrest.*" }), plain.map(({ value }) => value));
});

Deno.test("the feed names operations as the protocol does", async () => {
  const operations = async (fault: FaultInput) => new Set((await minuteOf([fault])).operations);
  assertEquals(await operations({ kind: "correction", share: 1 }), new Set(["Insert", "Update"]));
  assertEquals(
    await operations({ kind: "correction", operation: "replace" }),
    new Set(["Insert", "Replace"]),
  );
  assertEquals(await operations({ kind: "correction", operation: "remove" }), new Set(["Insert", "Remove"]));
  const windows = { kind: "correction", operation: "remove_window", share: 1 } as const;
  assertEquals(await operations(windows), new Set(["Insert", "RemoveWindow"]));
  const twice = await minuteOf([{ kind: "duplicate", share: 1, seconds: 60 }]);
  assertEquals(twice.operations.length, 2 * 60 + 120);
});

Deno.test("a late sample appears in windows once it has arrived, within its limit", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "late", share: 1, up_to_seconds: 30 });
  on.clock.ms += 40_000;
  const reported = on.simulator.reportedSamples(GAUGE.name, START_MS, on.clock.ms + 60_000);
  const final = on.simulator.finalSamples(GAUGE.name, START_MS, on.clock.ms);
  const now = on.simulator.samples(GAUGE.name, START_MS, on.clock.ms);
  assertEquals([final.length, reported.length], [40, now.length]);
  assert(now.length < 38 && now.length > 8, `${now.length} have arrived`);
  const delays = reported.map(({ at, timestamp }) => Date.parse(at) - Date.parse(timestamp));
  assert(delays.every((delay) => delay >= -1 && delay <= 30_000) && Math.max(...delays) > 15_000);
});

Deno.test("a removal deletes existing samples only: a late one still arrives", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "late", share: 0.5, up_to_seconds: 60, seconds: 30 });
  on.clock.ms += 30_000;
  const there = on.simulator.samples(GAUGE.name, START_MS, on.clock.ms).length;
  const window = `startIndex=${iso(START_MS)}&endIndex=${iso(on.clock.ms)}`;
  await on.ask(`/Streams/${GAUGE.id}/Data?${window}`, { method: "DELETE" });
  assertEquals(on.simulator.samples(GAUGE.name, START_MS, on.clock.ms), []);
  const final = on.simulator.finalSamples(GAUGE.name, START_MS, on.clock.ms);
  assertEquals(final.length, 30 - there);
  on.clock.ms += 61_000;
  assertEquals(on.simulator.samples(GAUGE.name, START_MS, START_MS + 30_000).length, 30 - there);
});

Deno.test("effects of an ended fault stay; later samples are as without it", async () => {
  await using on = await simulatorFixture();
  await using plain = await simulatorFixture();
  const fault = on.simulator.faults.set({ kind: "stuck", streams: GAUGE.name });
  on.clock.ms += 10_000;
  const stuck = on.simulator.samples(GAUGE.name, START_MS, on.clock.ms);
  on.simulator.faults.end(fault.id);
  on.clock.ms += 10_000;
  plain.clock.ms += 20_000;
  const both = on.simulator.samples(GAUGE.name, START_MS, on.clock.ms);
  assertEquals(both.slice(0, 10), stuck);
  assertEquals(both.slice(10), plain.simulator.samples(GAUGE.name, START_MS + 10_000, plain.clock.ms));
});

Deno.test("a second fault on a stream applies after the first one was read", async () => {
  await using on = await simulatorFixture();
  on.simulator.faults.set({ kind: "noise", streams: GAUGE.name, size: 1 });
  on.clock.ms += 5_000;
  assertEquals(on.simulator.samples(GAUGE.name, START_MS, on.clock.ms).length, 5);
  on.simulator.faults.set({ kind: "dropout", streams: GAUGE.name });
  on.clock.ms += 5_000;
  assertEquals(on.simulator.samples(GAUGE.name, START_MS, on.clock.ms).length, 5);
});

Deno.test("a client's write overrides what faults would do: delay, correct, repeat", async () => {
  await using on = await simulatorFixture();
  const signup = await activeSignup(on, [GAUGE.id]);
  on.simulator.faults.set({ kind: "late", up_to_seconds: 60 });
  on.simulator.faults.set({ kind: "correction", share: 1, delay_seconds: 90 });
  on.simulator.faults.set({ kind: "duplicate", share: 1, delay_seconds: 5 });
  on.clock.ms += 10_000;
  const times = on.simulator.finalSamples(GAUGE.name, START_MS, on.clock.ms).map(({ timestamp }) =>
    timestamp
  );
  assertEquals(times.length, 10);
  const body = times.map((Timestamp) => ({ Timestamp, Value: 7 }));
  assertEquals((await on.ask(`/Streams/${GAUGE.id}/Data`, { method: "PUT", body })).status, 204);
  const follower = new Follower();
  for (let poll = 0; poll < 20; poll++) {
    await follow(on, signup, follower);
    const span = { from: START_MS, to: START_MS + 10_000 };
    const window = await windowOf(on, GAUGE.id, span);
    assertEquals(window.map(({ Value }) => Value), times.map(() => 7));
    assertEquals(follower.of(GAUGE.id).slice(0, 10), window);
    on.clock.ms += 10_000;
  }
  const reported = on.simulator.reportedSamples(GAUGE.name, START_MS + 10_000, on.clock.ms);
  assertEquals(reported.filter(({ timestamp }) => times.includes(timestamp)), []);
});

Deno.test("rewrite changes past samples at once, and the feed reports it", async () => {
  await using on = await simulatorFixture();
  const signup = await activeSignup(on, [GAUGE.id]);
  on.clock.ms += MINUTE;
  const before = on.simulator.samples(GAUGE.name, START_MS, on.clock.ms);
  const rewrite = (fault: Partial<FaultInput>) =>
    on.simulator.faults.set({ kind: "rewrite", streams: GAUGE.name, ...fault } as FaultInput);
  assertEquals(rewrite({ back_seconds: 30, count: 3, change: 100 }).hits, 3);
  assertEquals(rewrite({ operation: "remove", back_seconds: 60, share: 0.2, count: 2 }).hits, 2);
  const after = on.simulator.samples(GAUGE.name, START_MS, on.clock.ms);
  assertEquals(after.length, before.length - 2);
  assert(after.some(({ value }) => Number(value) > 90));
  const follower = new Follower();
  const operations = await follow(on, signup, follower);
  assertEquals(operations.filter((each) => each !== "Insert"), [
    "Update",
    "Update",
    "Update",
    "Remove",
    "Remove",
  ]);
  rewrite({ operation: "remove_window", back_seconds: 10 });
  assertEquals((await follow(on, signup, follower)).length, 2);
  rewrite({ operation: "remove_window", back_seconds: 12.34567895 });
  assertEquals((await follow(on, signup, follower)).length, 2);
  const window = on.simulator.reportedSamples(GAUGE.name, START_MS, on.clock.ms).at(-1);
  assertMatch(window?.timestamp ?? "", /\.\d{7}Z$/, "no time is finer than the source's");
  const timestamps = on.simulator.samples(GAUGE.name, START_MS, on.clock.ms).map(({ timestamp }) =>
    timestamp
  );
  assertEquals(follower.of(GAUGE.id).map((row) => row.Timestamp), timestamps);
});
