import { assert, assertEquals } from "@std/assert";
import {
  createStream,
  iso,
  type Row,
  type SimulatorFixture,
  simulatorFixture,
  START_MS,
} from "./simulator_fixture.ts";

const VIBRATION = "PI_SIM_1008";
const MINUTE = 60_000;

/** Five events, a second apart, in a new stream. */
async function five(on: SimulatorFixture): Promise<string[]> {
  await createStream(on, "five");
  const times = [0, 1, 2, 3, 4].map((k) => `2026-03-10T09:00:0${k}.1234567Z`);
  const body = times.map((Timestamp, Value) => ({ Timestamp, Value }));
  assertEquals((await on.ask("/Streams/five/Data", { method: "POST", body })).status, 204);
  return times;
}

/** The values of a read of that stream. */
async function values(on: SimulatorFixture, query: string): Promise<unknown[]> {
  return (await on.get(`/Streams/five/Data?${query}`)).json.map((event: Row) => event.Value);
}

Deno.test("Last is the newest sample at or before the clock, First the oldest of 30 days", async () => {
  await using on = await simulatorFixture();
  const last = (await on.get(`/Streams/${VIBRATION}/Data/Last`)).json;
  const age = START_MS - Date.parse(last.Timestamp);
  assert(age >= 0 && age < 1_200, `age ${age}`);
  const first = (await on.get(`/Streams/${VIBRATION}/Data/First`)).json;
  const oldest = START_MS - 30 * 86_400_000;
  assert(Date.parse(first.Timestamp) >= oldest && Date.parse(first.Timestamp) < oldest + 1_200);
});

Deno.test("a sample appears when the clock reaches its time plus the lag", async () => {
  await using on = await simulatorFixture({ lagMs: 700 });
  const { simulator, clock } = on;
  clock.ms += 10_000;
  const next = simulator.samples("Riverside.Line1.Mixer.Vibration", START_MS, clock.ms).at(-1);
  const sourceMs = Math.ceil(Date.parse(next?.timestamp ?? "") + 0.9999);
  clock.ms = sourceMs + 700;
  assertEquals((await on.get(`/Streams/${VIBRATION}/Data/Last`)).json.Timestamp, next?.timestamp);
  clock.ms -= 2;
  assert((await on.get(`/Streams/${VIBRATION}/Data/Last`)).json.Timestamp < (next?.timestamp ?? ""));
});

Deno.test("a window is the same at any time, whole or in pages", async () => {
  await using on = await simulatorFixture();
  const window = `startIndex=${iso(START_MS - 10 * MINUTE)}&endIndex=${iso(START_MS - 5 * MINUTE)}`;
  const whole = (await on.get(`/Streams/${VIBRATION}/Data?${window}`)).json;
  assert(whole.length >= 299 && whole.length <= 301);
  on.clock.ms += 3 * MINUTE;
  const paged: Row[] = [];
  let token: string | null = "";
  for (let pages = 0; token !== null; pages++) {
    assert(pages < 10);
    const query: string = `${window}&count=47&continuationToken=${token}`;
    const { json } = await on.get(`/Streams/${VIBRATION}/Data?${query}`);
    paged.push(...json.Results);
    token = json.ContinuationToken;
  }
  assertEquals(paged, whole);
});

Deno.test("a page that ends with the last event has no token", async () => {
  await using on = await simulatorFixture();
  const times = await five(on);
  const { json } = await on.get(
    `/Streams/five/Data?startIndex=${times[0]}&endIndex=${times[4]}&count=5&continuationToken=`,
  );
  assertEquals([json.Results.length, json.ContinuationToken], [5, null]);
});

Deno.test("a count in a window without a continuationToken is refused", async () => {
  await using on = await simulatorFixture();
  const times = await five(on);
  const reply = await on.ask(`/Streams/five/Data?startIndex=${times[0]}&endIndex=${times[4]}&count=5`);
  assertEquals(reply.status, 400);
});

Deno.test("window boundaries: exact includes both ends, inside neither, outside one more event on each side", async () => {
  await using on = await simulatorFixture();
  const times = await five(on);
  const window = `startIndex=${times[1]}&endIndex=${times[3]}`;
  assertEquals(await values(on, window), [1, 2, 3]);
  assertEquals(await values(on, `${window}&boundaryType=Inside`), [2]);
  assertEquals(await values(on, `${window}&boundaryType=1`), [2]);
  assertEquals(await values(on, `${window}&boundaryType=outside`), [0, 1, 2, 3, 4]);
  assertEquals(await values(on, `${window}&startBoundaryType=Inside&endBoundaryType=Exact`), [2, 3]);
  assertEquals((await on.ask(`/Streams/five/Data?${window}&startBoundaryType=Inside`)).status, 400);
});

Deno.test("a calculated boundary is interpolated between the adjacent events", async () => {
  await using on = await simulatorFixture();
  await five(on);
  const at = "2026-03-10T09:00:01.6234567Z";
  const window = `startIndex=${at}&endIndex=2026-03-10T09:00:03.1234567Z&boundaryType=ExactOrCalculated`;
  assertEquals(await values(on, window), [1.5, 2, 3]);
  const { json } = await on.get(`/Streams/five/Data/Transform/Interpolated?index=${at}`);
  assertEquals(json, [{ Timestamp: at, Value: 1.5 }]);
});

Deno.test("a range counts from its start, forwards or backwards, and skips", async () => {
  await using on = await simulatorFixture();
  const times = await five(on);
  assertEquals(await values(on, `startIndex=${times[1]}&count=2`), [1, 2]);
  assertEquals(await values(on, `startIndex=${times[3]}&count=3&reversed=True`), [3, 2, 1]);
  assertEquals(await values(on, `startIndex=${times[3]}&count=3&reversed=true&boundaryType=Outside`), [
    4,
    3,
    2,
  ]);
  assertEquals(await values(on, `startIndex=${times[1]}&count=2&boundaryType=inside&skip=1`), [3, 4]);
});

Deno.test("search modes find the event at an index or an adjacent one", async () => {
  await using on = await simulatorFixture();
  await five(on);
  const between = "index=2026-03-10 09:00:01.5";
  assertEquals(await values(on, between), []);
  assertEquals(await values(on, `${between}&searchMode=ExactOrNext`), [2]);
  assertEquals(await values(on, `${between}&searchMode=4`), [1]);
  assertEquals(await values(on, "index=2026-03-10T10:00:02.1234567%2B01:00&searchMode=2"), [3]);
});

Deno.test("parameter names ignore case; filter and table form are supported", async () => {
  await using on = await simulatorFixture();
  const times = await five(on);
  const window = `STARTINDEX=${times[0]}&endindex=${times[4]}&filter=&streamViewId=&stream_view_id=x`;
  assertEquals(await values(on, window), [0, 1, 2, 3, 4]);
  const query = `startIndex=${times[0]}&endIndex=${times[4]}&filter=${
    encodeURIComponent("Value gt 1 and Value le 3")
  }`;
  assertEquals(await values(on, query), [2, 3]);
  const { json } = await on.get(`/Streams/five/Data?${query}&form=tableh`);
  assertEquals(json.Rows, [["Timestamp", "Value"], [times[2], 2], [times[3], 3]]);
});

Deno.test("non-verbose omits default values, verbose includes them", async () => {
  await using on = await simulatorFixture();
  const times = await five(on);
  const read = (verbose: boolean) => on.get("/Streams/five/Data/First", { verbose });
  assertEquals((await read(false)).json, { Timestamp: times[0] });
  assertEquals((await read(true)).json, { Timestamp: times[0], Value: 0 });
});

Deno.test("an empty stream's Last is null, its window an empty array", async () => {
  await using on = await simulatorFixture();
  await createStream(on, "empty");
  assertEquals((await on.get("/Streams/empty/Data/Last")).json, null);
  assertEquals((await on.get("/Streams/empty/Data?startIndex=2026-01-01&endIndex=2026-02-01")).json, []);
});

Deno.test("summaries and samples are taken from the stored events", async () => {
  await using on = await simulatorFixture();
  const times = await five(on);
  const window = `startIndex=${times[0]}&endIndex=${times[4]}`;
  const [summary] = (await on.get(`/Streams/five/Data/Summaries?${window}&count=1`)).json;
  assertEquals([summary.Summaries.Count.Value, summary.Summaries.Mean.Value], [5, 2]);
  const sampled = (await on.get(`/Streams/five/Data/Sampled?${window}&intervals=1&sampleBy=Value`)).json;
  assertEquals(sampled.map((event: Row) => event.Value), [0, 4]);
  const byKey = await on.get(`/Streams/five/Data/Sampled?${window}&intervals=1&sampleBy=Timestamp`);
  assertEquals(byKey.json, sampled);
  assertEquals((await on.ask(`/Streams/five/Data/Sampled?${window}&sampleBy=None`)).status, 400);
});

Deno.test("an unknown stream is 404, an invalid index 400", async () => {
  await using on = await simulatorFixture();
  assertEquals((await on.ask("/Streams/none/Data/Last")).status, 404);
  assertEquals((await on.ask(`/Streams/${VIBRATION}/Data?index=yesterday`)).status, 400);
  assertEquals((await on.ask(`/Streams/${VIBRATION}/Data/Last?streamViewId=v`)).status, 404);
  const backwards = `startIndex=${iso(START_MS)}&endIndex=${iso(START_MS - MINUTE)}`;
  assertEquals((await on.ask(`/Streams/${VIBRATION}/Data?${backwards}`)).status, 400);
});

Deno.test("a read of more than 2,500,000 events is refused, whatever its filter", async () => {
  await using on = await simulatorFixture();
  const window = `startIndex=2026-01-01&endIndex=${iso(START_MS)}&filter=${
    encodeURIComponent("Value gt 1000")
  }`;
  const refused = await on.ask(`/Streams/${VIBRATION}/Data?${window}`);
  assertEquals([refused.status, refused.json.Reason], [
    400,
    "Exceeded the maximum return count of 2500000 events.",
  ]);
});

Deno.test("samples() equals what HTTP returns, for every stream of the plant", async () => {
  await using on = await simulatorFixture({ extraStreams: 20 });
  const from = START_MS - 20 * MINUTE;
  const types = new Map<string, { Properties: Row[] }>();
  for (const type of (await on.get("/Types?count=1000")).json) types.set(type.Id, type);
  let compared = 0;
  for (const stream of (await on.get("/Streams?count=1000")).json) {
    const query = `startIndex=${iso(from)}&endIndex=${iso(START_MS + MINUTE)}`;
    const events: Row[] = (await on.get(`/Streams/${stream.Id}/Data?${query}`)).json;
    const properties = types.get(stream.TypeId)?.Properties.filter((property) => !property.IsKey) ?? [];
    for (const property of properties) {
      const name = properties.length > 1 ? `${stream.Name}.${property.Id}` : stream.Name;
      const samples = on.simulator.samples(name, from, START_MS + MINUTE);
      assertEquals(
        samples,
        events.map((event) => ({ timestamp: event.Timestamp, value: expectedValue(event, property) })),
        name,
      );
      compared += samples.length;
    }
  }
  assert(compared > 50_000);
});

// deno-lint-ignore no-explicit-any -- a property of a foreign type
function expectedValue(event: Row, property: any): unknown {
  const value = event[property.Id];
  if (value === "NaN") return null;
  const members: { Id: string; Value: number }[] | undefined = property.SdsType.Properties;
  return members === undefined ? value : members.find((member) => member.Value === value)?.Id;
}

Deno.test("the same seed gives the same plant, another seed a different one", async () => {
  await using one = await simulatorFixture({ seed: 5 });
  await using two = await simulatorFixture({ seed: 5 });
  await using other = await simulatorFixture({ seed: 6 });
  const path = `/Streams/${VIBRATION}/Data?startIndex=${iso(START_MS - MINUTE)}&endIndex=${iso(START_MS)}`;
  const text = (await one.get(path)).text;
  assertEquals((await two.get(path)).text, text);
  assert((await other.get(path)).text !== text);
});
