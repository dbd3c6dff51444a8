import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import { runDairy } from "../../simulator/pi_web_api/dairy.ts";
import { at } from "../support/source_harness.ts";
import { DATABASE, reasonOf, scene, shown } from "../support/pi_web_api_scene.ts";

Deno.test("PI: attributes with a PI point are streams of their element, and constants are not", async () => {
  await using plant = scene();
  const { world } = plant;
  const level = world.addPoint({ name: "LT101" }), state = world.addPoint({ name: "P1", type: "Digital" });
  world.addAttribute({ path: "North\\Tank 1|Level", unit: "m", point: level });
  world.addAttribute({
    path: "North\\Pump|State|Raw",
    type: "EnumerationValue",
    enumeration: "Motor",
    point: state,
  });
  world.addAttribute({ path: "North\\Tank 1|Height", unit: "m" });
  world.addAttribute({ path: "North\\Tank 1|Picture", type: "File", point: level });
  const { streams, assets, unsupported } = await (await plant.connect({ config: DATABASE })).discover();
  assertEquals(
    streams.map(({ stream_name, asset_id, data_type, uom }) => [stream_name, asset_id, data_type, uom]),
    [
      ["North.Tank 1.Level", "North.Tank 1", "NUM", "m"],
      ["North.Pump.State.Raw", "North.Pump", "STR", null],
    ],
  );
  assertEquals(assets.map(({ asset_id }) => asset_id), ["North.Pump", "North.Tank 1"]);
  assertEquals(unsupported.map(({ reason }) => reason), [
    "Attributes of the type File cannot be monitored (North.Tank 1.Picture)",
  ]);
});

Deno.test("PI: points are found by pages and by their names, with unit and type", async () => {
  await using plant = scene();
  for (let i = 0; i < 2_300; i++) plant.world.addPoint({ name: `Line1.T${i}`, unit: "degC" });
  plant.world.addPoint({ name: "Other" });
  plant.world.addPoint({ name: "Line1.Image", type: "Blob" });
  const source = await plant.connect({ config: { name_filter: "line1.*" } });
  const { streams, unsupported } = await source.discover();
  assertEquals([streams.length, new Set(streams.map(({ stream_id }) => stream_id)).size], [2_300, 2_300]);
  const [{ uom, data_type, asset_id }] = streams;
  assertEquals([uom, data_type, asset_id], ["degC", "NUM", "Line1"]);
  assertEquals(unsupported.map(({ reason }) => reason), [
    "Points of the type Blob cannot be monitored (Line1.Image)",
  ]);
  assertEquals(plant.seen.filter((call) => call.endsWith("/points")).length, 4);
});

Deno.test("PI: system states are bad, questionable values uncertain, digital states texts", async () => {
  await using plant = scene();
  const { world } = plant;
  world.addPoint({ name: "N" });
  world.addPoint({ name: "S", type: "Digital", digitalSet: "Motor" });
  const timeout = { Name: "I/O Timeout", Value: 246, IsSystem: true };
  world.write("N", { time: at(1), value: 7 }, { time: at(2), value: 8, questionable: true });
  world.write("N", { time: at(3), value: timeout, good: false }, { time: at(4), value: 9, good: false });
  world.write("N", { time: at(5) + 1, value: "NaN" });
  world.write("S", { time: at(1), value: { Name: "Running", Value: 1, IsSystem: false } });
  world.write("S", { time: at(2), value: timeout, good: false });
  const { source, streams: [n, s] } = await plant.found();
  const numbers = await source.window(n, 0, at(9));
  assertEquals(shown(numbers), ["7 good", "8 uncertain", "null bad", "9 bad", "null bad"]);
  assertEquals(numbers.at(-1)?.time, at(5) + 1);
  assertEquals(shown(await source.window(s, 0, at(9))), ["Running good", "I/O Timeout bad"]);
  assertEquals(await source.sampled({ stream: s, from: at(0), to: at(9), intervals: 3 }), null);
  assertEquals(source.takeMisfits(), []);
});

Deno.test("PI: an error within a good answer fails the read", async () => {
  await using plant = scene();
  plant.world.addPoint({ name: "A" });
  const { source, streams: [a] } = await plant.found();
  const answers = [
    {
      Items: [{
        Timestamp: "2026-01-01T00:00:00Z",
        Value: null,
        Errors: [{ FieldName: "Value", Message: ["No way"] }],
      }],
    },
    { WebException: { StatusCode: 500, Errors: ["The stream broke"] } },
  ];
  const reasons = [];
  for (const body of answers) {
    plant.server.intercept = () => Response.json(body);
    reasons.push(await reasonOf(() => source.window(a, at(0), at(9))));
  }
  assertStringIncludes(reasons[0], "failed while it answered: No way");
  assertStringIncludes(reasons[1], "recorded: The stream broke");
});

Deno.test("PI: a server's limit of values per answer makes smaller pages, and no value is lost at their ends", async () => {
  await using plant = scene({ mostItems: 800 });
  const { values } = plant.world.addPoint({ name: "A" });
  // Two values of one time, at the end of a page of 625.
  for (let i = 1; i <= 2_000; i++) {
    const time = at(i <= 625 ? i : i - 1) as Ticks;
    values.push({ time, value: i, good: true, questionable: false });
  }
  const { source, streams: [a] } = await plant.found();
  const samples = await source.window(a, at(0), at(3_000));
  assertEquals(samples.length, 1_999);
  assertEquals(samples.map(({ value }) => value).slice(622, 626), [623, 624, 626, 627]);
});

Deno.test("PI: one batch reads the windows of many streams; a server without batches is asked singly", async () => {
  await using plant = scene();
  for (let i = 0; i < 60; i++) {
    plant.world.addPoint({ name: `A${i}` });
    plant.world.write(`A${i}`, { time: at(1), value: i });
  }
  const { source, streams } = await plant.found();
  plant.world.removePoint("A3");
  const readAll = async () => {
    plant.seen.length = 0;
    const values: unknown[] = [], failed: unknown[] = [];
    const asks = streams.map((stream) => ({ stream, from: at(0), to: at(9) }));
    for (const group of await source.windows.group(asks)) {
      for await (const part of source.windows.read(group)) {
        values.push(...part.samples.map(({ value }) => value));
        if (part.failure !== null) failed.push(part.stream.id);
      }
    }
    return { values: values.length, failed: failed.length, sent: plant.seen.filter(isSent).length };
  };
  // What is within a batch reaches the server by no request of its own.
  const isBatch = (call: string) => call.endsWith("/batch");
  let isSent = isBatch;
  assertEquals(await readAll(), { values: 59, failed: 1, sent: 2 });
  plant.server.intercept = (request, path) => {
    plant.seen.push(`${request.method} ${path}`);
    return isBatch(path) ? Response.json({ Errors: ["No"] }, { status: 405 }) : undefined;
  };
  isSent = () => true;
  assertEquals(await readAll(), { values: 59, failed: 1, sent: 61 });
});

Deno.test("PI: a stream at which the server fails is unavailable while others are read; all failing is the server's", async () => {
  await using plant = scene();
  for (const name of ["A", "B"]) {
    plant.world.addPoint({ name });
    plant.world.write(name, { time: at(1), value: 1 });
  }
  const { source, streams } = await plant.found();
  const failing = new Set<string>();
  plant.server.intercept = (_request, path) =>
    [...failing].some((webId) => path.includes(webId))
      ? Response.json({ Errors: ["No rights in the archive"] }, { status: 500 })
      : undefined;
  const read = async () => {
    const parts: string[] = [];
    for (
      const group of await source.windows.group(streams.map((stream) => ({ stream, from: at(0), to: at(9) })))
    ) {
      for await (const { stream, samples, failure } of source.windows.read(group)) {
        parts.push(`${stream.id}: ${failure === null ? samples.length : failure.code}`);
      }
    }
    return parts;
  };
  const [first, second] = streams.map(({ source }) => String(source.webId));
  failing.add(first);
  assertEquals(await read(), ["1: CONNECTION_FAILED", "2: 1"]);
  failing.add(second);
  assertStringIncludes(await reasonOf(read), "No rights in the archive");
});

Deno.test("PI: a point that changes its type is bad until it is told, one that is renamed stays itself", async () => {
  await using plant = scene();
  const { world } = plant;
  const a = world.addPoint({ name: "A", unit: "bar" });
  world.addPoint({ name: "B" });
  world.write("A", { time: at(1), value: 1 });
  const { source, streams: [first, second] } = await plant.found();
  a.type = "String";
  world.write("A", { time: at(2), value: "open" });
  assertEquals(shown(await source.window(first, at(0), at(9))), ["1 good", "null bad"]);
  assertEquals(source.takeMisfits().map(({ stream, since }) => [stream.id, since]), [[1, at(2)]]);
  assert(!source.hasOtherMeaning(first));
  world.rename("B", "C");
  const [told, renamed] = await source.inspect([first, second]);
  assertEquals([told.found?.data_type, renamed.found?.stream_name, renamed.found?.stream_id], [
    "STR",
    "C",
    "2",
  ]);
  assert(source.hasOtherMeaning(first) && !source.hasOtherMeaning(second));
  assertEquals(shown(await source.window(first, at(0), at(9))), ["null bad", "null bad"]);
  world.removePoint("C");
  assertEquals((await source.inspect([second]))[0], { stream: second, found: null, failure: null });
});

Deno.test("PI: the simulated dairy is found in its AF database, with its last hour", async () => {
  await using plant = scene();
  const began = Date.now();
  using _dairy = runDairy({ world: plant.world, now: Date.now });
  const source = await plant.connect({ config: DATABASE });
  const { streams, assets } = await source.discover();
  assertEquals([streams.length, assets.length], [144, 13]);
  const current = streams.find(({ stream_name }) => stream_name === "Riverside.Line1.Mixer.MotorCurrent");
  const state = streams.find(({ stream_name }) => stream_name === "Riverside.Line1.Mixer.State");
  assert(current !== undefined && state !== undefined);
  assertEquals([current.asset_id, current.uom, state.data_type], ["Riverside.Line1.Mixer", "A", "STR"]);
  const to = ticksFromMs(began), from = ticksFromMs(began - 3_600_000);
  const samples = await source.window({ id: 1, source: current.source }, from, to);
  assert(samples.length > 1_000 && samples.every(({ quality }) => quality === "good"), `${samples.length}`);
});
