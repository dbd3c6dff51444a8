import { assert, assertEquals, assertNotEquals } from "@std/assert";
import {
  activeSignup,
  type Change,
  createStream,
  iso,
  readFeed,
  type Row,
  type SimulatorFixture,
  simulatorFixture,
  START_MS,
} from "./simulator_fixture.ts";

const MINUTE = 60_000;

/** Draws in [0, 1) from a fixed seed, so that a failure can be reproduced. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

async function ids(on: SimulatorFixture): Promise<string[]> {
  return (await on.get("/Streams?count=1000")).json.map((stream: Row) => stream.Id);
}

/** The events of a window of each stream, after its start and up to its end. */
async function windows(
  on: SimulatorFixture,
  streams: string[],
  span: { from: number; to: number },
): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const id of streams) {
    const path = `/Streams/${id}/Data?startIndex=${iso(span.from)}&endIndex=${iso(span.to)}`;
    found.set(id, (await on.get(`${path}&startBoundaryType=Inside&endBoundaryType=Exact`)).json);
  }
  return found;
}

function byStream(changes: Change[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const { stream, event } of changes) found.set(stream, [...(found.get(stream) ?? []), event]);
  return found;
}

function assertSame(fed: Map<string, Row[]>, expected: Map<string, Row[]>): number {
  let events = 0;
  for (const [stream, rows] of expected) {
    assertEquals(fed.get(stream) ?? [], rows, stream);
    events += rows.length;
  }
  return events;
}

for (const lagMs of [0, 1_337]) {
  Deno.test(`updates over random polls equal the windows, without gaps or duplicates (lag ${lagMs} ms)`, async () => {
    await using on = await simulatorFixture({ extraStreams: 300, extraPeriodMs: 5_000, lagMs });
    const streams = await ids(on);
    const signup = await activeSignup(on, streams);
    const draw = draws(7 + lagMs);
    const changes: Change[] = [];
    let bookmark = signup.bookmark;
    for (let poll = 0; poll < 60; poll++) {
      on.clock.ms += Math.floor(draw() ** 3 * 60_000);
      const read = await readFeed(on, { id: signup.id, bookmark });
      changes.push(...read.changes);
      bookmark = read.bookmark;
    }
    assert(changes.every((change) => change.operation === "Insert"));
    const span = { from: START_MS - lagMs, to: on.clock.ms };
    const events = assertSame(byStream(changes), await windows(on, streams, span));
    assertEquals(changes.length, events);
    assert(events > 60_000);
  });
}

Deno.test("a long pause is read in pages of about 10,000 events, with the same events", async () => {
  await using on = await simulatorFixture({ extraStreams: 2_000, extraPeriodMs: 10_000 });
  const streams = await ids(on).then((all) => all.slice(0, 300));
  const load = Array.from({ length: 2_000 }, (_, i) => `LOAD_${i}`);
  const signup = await activeSignup(on, [...new Set([...streams, ...load])]);
  on.clock.ms += 4 * MINUTE;
  const read = await readFeed(on, signup);
  assert(read.pages >= 5 && read.pages <= 8, `${read.pages} pages`);
  assertSame(byStream(read.changes), await windows(on, streams, { from: START_MS, to: on.clock.ms }));
  assertEquals(read.changes.filter((change) => change.stream.startsWith("LOAD_")).length, 2_000 * 24);
});

Deno.test("the same bookmark gives the same page again, and later also newer events", async () => {
  await using on = await simulatorFixture();
  const signup = await activeSignup(on, ["PI_SIM_1008"]);
  on.clock.ms += 5_000;
  const path = `/signups/${signup.id}/updates?bookmark=${signup.bookmark}`;
  const first = await on.get(path);
  assertEquals((await on.get(path)).text, first.text);
  on.clock.ms += 5_000;
  const later = await on.get(path);
  assertEquals(later.json.data[0].events.slice(0, 5), first.json.data[0].events);
  assertEquals(later.json.data[0].events.length, 10);
});

Deno.test("only changes after activation are fed", async () => {
  await using on = await simulatorFixture();
  await createStream(on, "own");
  const body = [{ Timestamp: iso(START_MS - MINUTE), Value: 1 }];
  await on.ask("/Streams/own/Data", { method: "POST", body });
  const signup = await activeSignup(on, ["PI_SIM_1008", "own"]);
  assertEquals((await readFeed(on, signup)).changes, []);
});

Deno.test("added streams are fed from then on, removed ones no longer", async () => {
  await using on = await simulatorFixture({ extraStreams: 10, extraPeriodMs: 1_000 });
  await createStream(on, "own");
  const write = (second: number) =>
    on.ask("/Streams/own/Data", {
      method: "POST",
      body: [{ Timestamp: iso(START_MS + second), Value: second }],
    });
  const signup = await activeSignup(on, ["PI_SIM_1008", "LOAD_1"]);
  on.clock.ms += 10_000;
  await write(1);
  const body = { ResourcesToAdd: ["PI_SIM_1010", "LOAD_2", "own"], ResourcesToRemove: ["PI_SIM_1008"] };
  assertEquals((await on.ask(`/signups/${signup.id}/resources`, { method: "POST", body })).status, 202);
  on.clock.ms += 10_000;
  await write(2);
  const { changes } = await readFeed(on, signup);
  const span = { from: START_MS + 10_000, to: on.clock.ms };
  const expected = await windows(on, ["PI_SIM_1010", "LOAD_2"], span);
  for (const [id, rows] of await windows(on, ["LOAD_1"], { ...span, from: START_MS })) expected.set(id, rows);
  expected.set("own", [{ Timestamp: `${iso(START_MS + 2).slice(0, -1)}0000Z`, Value: 2 }]);
  expected.set("PI_SIM_1008", []);
  assertSame(byStream(changes), expected);
});

Deno.test("a computed sample precedes a later write to it, whatever the pages", async () => {
  await using on = await simulatorFixture({ extraStreams: 1_000, extraPeriodMs: 1_000 });
  const load = Array.from({ length: 1_000 }, (_, i) => `LOAD_${i}`);
  const signup = await activeSignup(on, ["PI_SIM_1008", ...load]);
  on.clock.ms += 30_000;
  const last = (await on.get("/Streams/PI_SIM_1008/Data/Last")).json;
  await on.ask("/Streams/PI_SIM_1008/Data", { method: "PUT", body: [{ ...last, Value: 77 }] });
  const { changes, pages } = await readFeed(on, signup);
  assert(pages >= 3, `${pages} pages`);
  const of = changes.filter(({ event, stream }) =>
    stream === "PI_SIM_1008" && event.Timestamp === last.Timestamp
  );
  assertEquals(of.map(({ operation, event }) => [operation, event.Value]), [["Insert", last.Value], [
    "Update",
    77,
  ]]);
});

Deno.test("a sample written before its time replaces the computed one, in windows and feed", async () => {
  await using on = await simulatorFixture();
  on.clock.ms += 5_000;
  const coming = on.simulator.samples("Riverside.Line1.Mixer.Vibration", START_MS, on.clock.ms)[2];
  on.clock.ms -= 5_000;
  const signup = await activeSignup(on, ["PI_SIM_1008"]);
  const body = [{ Timestamp: coming.timestamp, Value: 55 }];
  assertEquals((await on.ask("/Streams/PI_SIM_1008/Data", { method: "POST", body })).status, 204);
  on.clock.ms += 5_000;
  const { changes } = await readFeed(on, signup);
  const fed = changes.filter(({ event }) => event.Timestamp === coming.timestamp).map(({ event }) =>
    event.Value
  );
  assertEquals(fed, [55]);
  assertEquals(changes.length, 5);
});

Deno.test("a bookmark older than an hour, or of another plant, answers 400", async () => {
  await using on = await simulatorFixture();
  await using other = await simulatorFixture({ seed: 2 });
  const signup = await activeSignup(on, ["PI_SIM_1008"]);
  const foreign = await activeSignup(other, ["PI_SIM_1008"]);
  const status = async (bookmark: string) =>
    (await on.ask(`/signups/${signup.id}/updates?bookmark=${bookmark}`)).status;
  assertEquals(await status(foreign.bookmark), 400);
  assertEquals(await status("nonsense"), 400);
  on.clock.ms += 60 * MINUTE;
  assertEquals(await status(signup.bookmark), 200);
  on.clock.ms += 1;
  assertEquals(await status(signup.bookmark), 400);
  const fresh = (await on.get(`/signups/${signup.id}`)).json.bookmark;
  assertEquals(await status(fresh), 200);
});

Deno.test("a bookmark stays valid after a restart with the same seed and signups", async () => {
  const before = await simulatorFixture({ seed: 9 });
  const signup = await activeSignup(before, ["PI_SIM_1008", "PI_SIM_1010"]);
  before.clock.ms += 10_000;
  const first = await readFeed(before, signup);
  const restoredSignups = before.simulator.signups();
  await before[Symbol.asyncDispose]();
  await using after = await simulatorFixture({ seed: 9, restoredSignups });
  await createStream(after, "own");
  after.clock.ms += 60_000;
  const second = await readFeed(after, { id: signup.id, bookmark: first.bookmark });
  const fed = byStream([...first.changes, ...second.changes]);
  const expected = await windows(after, ["PI_SIM_1008", "PI_SIM_1010"], {
    from: START_MS,
    to: after.clock.ms,
  });
  assertSame(fed, expected);
});

Deno.test("a signup is listed, renamed, lists its resources, expires after a day, and is deleted", async () => {
  await using on = await simulatorFixture();
  const signup = await activeSignup(on, ["PI_SIM_1008", "none"]);
  const list = await on.get("/signups?skip=0&count=10");
  assertEquals([list.headers.get("total-count"), list.json.signups[0].id], ["1", signup.id]);
  await on.ask(`/signups/${signup.id}`, { method: "PUT", body: { name: "renamed" } });
  assertEquals((await on.get(`/signups/${signup.id}`)).json.name, "renamed");
  assertEquals((await on.get(`/signups/${signup.id}/resources`)).json.resources, [
    { resourceId: "PI_SIM_1008", isAccessible: true },
    { resourceId: "none", isAccessible: false },
  ]);
  const partly = { resourcesToRemove: ["absent"] };
  assertEquals(
    (await on.ask(`/signups/${signup.id}/resources`, { method: "POST", body: partly })).status,
    207,
  );
  on.clock.ms += 24 * 60 * MINUTE + 1;
  const expired = (await on.get(`/signups/${signup.id}`)).json;
  assertEquals([expired.signupState, expired.bookmark], ["Expired", ""]);
  assertEquals((await on.ask(`/signups/${signup.id}/updates?bookmark=${signup.bookmark}`)).status, 400);
  assertEquals((await on.ask(`/signups/${signup.id}`, { method: "DELETE" })).status, 204);
  assertEquals((await on.ask(`/signups/${signup.id}`)).status, 404);
});

Deno.test("updates before activation are refused", async () => {
  await using on = await simulatorFixture();
  const body = { ResourceType: "Stream", ResourceIds: ["PI_SIM_1008"] };
  const { json } = await on.ask("/signups/", { method: "POST", body });
  assertEquals(json.bookmark, "");
  const { bookmark } = await activeSignup(on, ["PI_SIM_1008"]);
  const refused = await on.ask(`/signups/${json.id}/updates?bookmark=${bookmark}`);
  assertEquals([refused.status, refused.json.Reason], [400, "The signup is activating."]);
});

Deno.test("without signups every signup path answers 403", async () => {
  await using on = await simulatorFixture({ signups: false });
  assertEquals((await on.ask("/signups")).status, 403);
  assertEquals((await on.ask("/Signups/x/updates?bookmark=y")).status, 403);
  await on.get("/Streams?count=1");
});

Deno.test("non-verbose updates omit default values", async () => {
  await using on = await simulatorFixture();
  await createStream(on, "own");
  const signup = await activeSignup(on, ["own"]);
  await on.ask("/Streams/own/Data", { method: "POST", body: [{ Timestamp: iso(START_MS), Value: 0 }] });
  const path = `/signups/${signup.id}/updates?bookmark=${signup.bookmark}`;
  const [item] = (await on.get(path, { verbose: false })).json.data;
  assertEquals(Object.keys(item.events[0]), ["Timestamp"]);
  assertNotEquals((await on.get(path)).json.data[0], item);
});
