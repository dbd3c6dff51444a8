import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { rounds, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const MINUTE_MS = 60_000;

interface Stream extends Json {
  id: number;
  stream_name: string;
  data_type: string;
}

async function streamsOf(on: RunningSystem): Promise<Stream[]> {
  const { data } = await on.client.ok("GET", "/api/monitored-assets");
  return data.flatMap((asset: { streams: Stream[] }) => asset.streams);
}

function trendOf(
  on: RunningSystem,
  id: number,
  { from, to, points }: { from: number; to: number; points: number },
) {
  const query = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&points=${points}`;
  return on.client.ok("GET", `/api/streams/${id}/data?${query}`);
}

systemTest("a trend of numbers is what the source's own samples make", {}, async (on) => {
  const numbers = (await streamsOf(on)).filter(({ data_type }) => data_type === "NUM").slice(0, 6);
  const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  const from = to - 60 * MINUTE_MS;
  let seen = 0;
  for (const { id, stream_name } of numbers) {
    const { data } = await trendOf(on, id, { from, to, points: 12 });
    const samples = on.simulator.samples(stream_name, from, to);
    assertEquals([data.samples, data.stream.stream_name, data.points], [samples.length, stream_name, 12]);
    const expected = Array.from({ length: 12 }, (_, i) => {
      const start = from + i * 5 * MINUTE_MS;
      const isLast = i === 11;
      const here = samples.filter(({ timestamp }) => {
        const at = Date.parse(timestamp);
        return at >= start && (at < start + 5 * MINUTE_MS || isLast);
      });
      const values = here.flatMap(({ value }) => typeof value === "number" ? [value] : []);
      return [
        new Date(start).toISOString(),
        values.length === 0 ? null : Math.min(...values),
        values.length === 0 ? null : Math.max(...values),
        values[0] ?? null,
        values.at(-1) ?? null,
        here.length,
      ];
    });
    const buckets = data.buckets.map((
      bucket: Json,
    ) => [bucket.start, bucket.min, bucket.max, bucket.first, bucket.last, bucket.count]);
    assertEquals(buckets, expected, stream_name);
    seen += samples.length;
  }
  assert(seen > 100, "the simulated plant has samples");
});

systemTest("a trend of texts or truths contains each change", {}, async (on) => {
  await on.streams.make("text", "Own.T");
  await on.streams.make("truth", "Own.B");
  await on.configure();
  const at = (second: number) => new Date(Date.now() - 600_000 + second * 1000).toISOString();
  const times = [0, 60, 120, 180, 240].map(at);
  await on.streams.write(
    "Own.T",
    ...times.map((time, i): [string, string] => [time, ["a", "b", "b", "a", "c"][i]]),
  );
  await on.streams.write("Own.B", ...times.map((time, i): [string, boolean] => [time, i > 2]));
  const own = await streamsOf(on);
  const changesOf = async (name: string) => {
    const stream = own.find(({ stream_name }) => stream_name === name);
    const { data } = await on.client.ok("GET", `/api/streams/${stream?.id}/data?from=${times[1]}`);
    assertEquals([data.buckets, data.truncated, data.samples], [[], false, 4]);
    return data.changes.map(({ time, value }: Json) => [Date.parse(String(time)), value]);
  };
  const ms = times.map((time) => Date.parse(time));
  assertEquals(await changesOf("Own.T"), [[ms[3], "a"], [ms[4], "c"]]);
  assertEquals(await changesOf("Own.B"), [[ms[3], true]]);
});

systemTest("a stream that somebody views is read, bound or not", {}, async (on) => {
  await on.streams.make("number", "Own.A", "Own.B");
  await on.configure();
  const own = await streamsOf(on);
  const idOf = (name: string) => own.find(({ stream_name }) => stream_name === name)?.id;
  const valueOf = async (name: string) =>
    (await on.client.ok("GET", "/api/monitored-assets")).data
      .flatMap((asset: { streams: Stream[] }) => asset.streams)
      .find(({ stream_name }: Stream) => stream_name === name).value;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await on.streams.write("Own.A", [at(-2_000), 41]);
  await on.streams.write("Own.B", [at(-2_000), 7]);
  assertEquals([await valueOf("Own.A"), await valueOf("Own.B")], [null, null], "never looked at");
  assertEquals((await on.client.ok("GET", `/api/streams/${idOf("Own.A")}`)).data.value, 41);
  await on.streams.write("Own.A", [at(-1_000), 42]);
  await eventually("the value is fresh without another look", async () => await valueOf("Own.A") === 42);
  assertEquals(await valueOf("Own.B"), null);
  await on.client.ok("GET", `/api/streams/${idOf("Own.B")}/data`);
  assertEquals(await valueOf("Own.B"), 7, "a trend is a look too");
});

systemTest("a source out of reach refuses trends, and streams keep their last value", {}, async (on) => {
  const [stream] = await streamsOf(on);
  const before = (await on.client.ok("GET", `/api/streams/${stream.id}`)).data;
  assert(before.value !== null);
  await on.simulator.close();
  const answer = await on.client.get(`/api/streams/${stream.id}/data`);
  assertEquals([answer.status, answer.body.details.error_code], [500, "CONNECTION_FAILED"]);
  assertEquals(typeof answer.body.details.reason, "string");
  const after = (await on.client.ok("GET", `/api/streams/${stream.id}`)).data;
  assertEquals(after.value !== null, true);
});

systemTest(
  "a shelved key stays shelved over events and deployments, and the wall counts it",
  {},
  async (on) => {
    const { client } = on;
    await on.streams.make("number", "Own.A");
    await on.configure();
    const template = await on.template({ rules: [{}] });
    const instance = await on.deploy(template, { VALUE: "Own.A" });
    const at = timeline();
    await on.streams.write("Own.A", [at(0), 81]);
    const first = await on.event(instance, (row) => row.is_active);
    const wall = async () => {
      const { data } = await client.ok("GET", "/api/event-wall-data");
      return [data.total, data.shelved];
    };
    assertEquals(await wall(), [1, 0]);
    const acknowledged = (await client.ok("POST", `/api/rule-events/${first.id}/acknowledge`)).data;
    assertEquals(acknowledged.acknowledged_by, "admin");
    const body = { minutes: 60, reason: "Sensor is being changed" };
    const shelved = (await client.ok("POST", `/api/rule-events/${first.id}/shelve`, body)).data;
    assertEquals([shelved.acknowledged_by, shelved.shelve_reason], ["admin", body.reason]);
    assertEquals(await wall(), [0, 1]);
    const later = timeline();
    await on.streams.write("Own.A", [later(0), 20], [later(0.2), 90]);
    const second = await on.event(instance, (row) => row.is_active && row.id !== first.id);
    assertEquals([second.shelved_until, second.acknowledged_at], [shelved.shelved_until, null]);
    await client.ok("POST", `/api/instances/${instance}/undeploy`);
    await client.ok("POST", `/api/instances/${instance}/deploy`);
    // The stream is read for the deployment before anything new is written.
    await rounds(on.andon.plant, 3);
    const last = timeline();
    await on.streams.write("Own.A", [last(0), 20], [last(0.2), 95]);
    const third = await on.event(instance, (row) => row.start_time === last(0.2));
    assertEquals(third.shelved_until, shelved.shelved_until);
    const count = (await on.events(instance)).length;
    assertEquals(await wall(), [0, count]);
    await client.ok("POST", `/api/rule-events/${third.id}/unshelve`);
    assertEquals(await wall(), [count, 0]);
    const { data } = await client.ok("GET", "/api/rule-events?shelved=true");
    assertEquals(data, []);
  },
);

systemTest(
  "30 days of several streams come in one call, with the error of one that is gone beside them",
  {},
  async (on) => {
    const numbers = (await streamsOf(on)).filter(({ data_type }) => data_type === "NUM").slice(0, 3);
    const ids = [...numbers.map(({ id }) => id), 999_999];
    const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
    const [from, until] = [to - 30 * 24 * 60 * MINUTE_MS, to].map((ms) => new Date(ms).toISOString());
    const { data } = await on.client.ok(
      "GET",
      `/api/trends?streams=${ids}&from=${from}&to=${until}&points=100`,
    );
    assertEquals(data.map(({ id }: Json) => id), ids);
    assertEquals([data[3].trend, data[3].error], [null, "There is no stream 999999"]);
    for (const { trend, error } of data.slice(0, 3)) {
      assertEquals([error, trend.basis, trend.unread, trend.buckets.length], [null, "extremes", [], 100]);
      for (const { min, max, first, last, start } of trend.buckets) {
        if (min === null) continue;
        assert(
          min <= first && first <= max && min <= last && last <= max,
          `${trend.stream.stream_name} ${start}`,
        );
      }
    }
  },
);

systemTest(
  "a spike of one second in ten hours is in the bucket of its time, by the samples that the source chooses",
  {},
  async (on) => {
    const name = "Own.Spike", seconds = 10 * 3_600, points = 700;
    await on.streams.make("number", name);
    await on.configure();
    const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS, from = to - seconds * 1_000;
    const spikes = new Map([[4_321, 9_000], [30_001, -9_000]]);
    const samples = Array.from({ length: seconds }, (_, i): [string, number] => [
      new Date(from + i * 1_000).toISOString(),
      spikes.get(i) ?? 70 + i % 10,
    ]);
    await on.streams.write(name, ...samples);
    const { id } = (await streamsOf(on)).find(({ stream_name }) => stream_name === name)!;
    const { data } = await trendOf(on, id, { from, to, points });
    assertEquals([data.basis, data.samples < seconds / 5], ["extremes", true]);
    for (const [second, value] of spikes) {
      const { min, max } = data.buckets[Math.floor(second / seconds * points)];
      assertEquals(value > 0 ? max : min, value);
    }
    const outside = data.buckets.filter(({ min, max }: Json) => Number(min) < 70 || Number(max) > 79);
    assertEquals(outside.length, 2);
  },
);
