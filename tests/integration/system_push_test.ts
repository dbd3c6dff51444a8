import { assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, type RunningSystem, systemTest, urlOf } from "../support/running_system.ts";

const DATA_DIR = Deno.makeTempDirSync({ prefix: "push" });
Deno.test.afterAll(() => Deno.remove(DATA_DIR, { recursive: true }));
const WITHOUT_OTHERS = { configuration: null, environment: { DATA_DIR } };

interface PushSource {
  id: number;
  key: string;
  /** Pushes by fetch, as a script would. */
  push(body: unknown): Promise<Json>;
}

async function pushSource(on: RunningSystem, settings: Json = {}): Promise<PushSource> {
  const { data: { id } } = await on.client.ok("POST", "/api/sources", {
    ...{ name: "line2", kind: "http_push", config: {} },
    ...settings,
  });
  const { data: { secret: key } } = await on.client.ok("POST", `/api/sources/${id}/secrets/key`);
  return {
    ...{ id, key },
    async push(body) {
      const answer = await fetch(`${urlOf(on.andon)}/ingest/line2`, {
        method: "POST",
        headers: { "authorization": `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      assertEquals(answer.status, 200);
      return await answer.json();
    },
  };
}

/** What a person pastes. */
async function curl(...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("curl", { args: ["--silent", "--show-error", ...args] }).output();
  return new TextDecoder().decode(stdout);
}

/** An instance on a stream of the source, once it is read. */
async function watched(on: RunningSystem, stream: string): Promise<number> {
  await eventually(`${stream} is discovered`, async () => {
    const { data } = await on.client.ok("GET", "/api/monitored-assets");
    return JSON.stringify(data).includes(JSON.stringify(stream));
  });
  const { data: { id } } = await on.client.ok("POST", "/api/instances", {
    template_id: await on.template({ rules: [{ conditions: [aboveLimit] }] }),
    instance_name: `On ${stream}`,
    placeholder_mappings: { VALUE: stream },
  });
  await on.client.ok("POST", `/api/instances/${id}/deploy`);
  await eventually(
    "the stream is read",
    () =>
      on.andon.plant.sourceStatuses().some(({ status }) =>
        status.followed_streams === 1 && status.unread_streams === 0
      ),
  );
  return id;
}

systemTest(
  "what curl pushes becomes a stream, and a rule on it an event with what a script pushes",
  { ...WITHOUT_OTHERS, byShards: true },
  async (on) => {
    const { id, key, push } = await pushSource(on);
    const url = urlOf(on.andon), key_ = `Authorization: Bearer ${key}`;
    const first = await curl(
      `${url}/ingest/line2`,
      "-H",
      key_,
      "--data-binary",
      "press,line=1 temperature=21.5",
    );
    assertEquals(JSON.parse(first), { stored: 1, rejected: [] });
    const instance = await watched(on, "line2/press.1.temperature");
    const at = (seconds: number) => new Date(Math.floor(Date.now() / 1_000 + seconds) * 1_000).toISOString();
    const begin = at(1);
    await push([{ stream: "press.1.temperature", time: begin, value: 81 }]);
    const opened = await eventually("an event", async () => (await on.events(instance))[0]);
    assertEquals([opened.start_time, opened.end_time], [begin, null]);
    const seconds = Math.floor(Date.parse(begin) / 1_000) + 1;
    const telegraf = await curl(
      ...["--write-out", "%{http_code}", `${url}/api/v2/write?bucket=line2&org=andon&precision=s`],
      ...["-H", `Authorization: Token ${key}`, "-H", "Content-Type: text/plain; charset=utf-8"],
      ...["--data-binary", `press,line=1 temperature=20 ${seconds}`],
    );
    assertEquals(telegraf, "204");
    const closed = await eventually("its end", async () => {
      const [row] = await on.events(instance);
      return row?.end_time === null ? undefined : row;
    });
    assertEquals(closed.end_time, new Date(seconds * 1_000).toISOString());
    const { data } = await on.client.ok("GET", `/api/sources/${id}/intake`);
    assertEquals([data.streams, data.samples, data.rejected], [1, 3, 0]);
  },
);

systemTest("a source that was lost in its silence is back with the next push", WITHOUT_OTHERS, async (on) => {
  const { push } = await pushSource(on, { source_lost_seconds: 1 });
  const sample = (value: number) => ({ stream: "a.b", time: new Date().toISOString(), value });
  await push([sample(1)]);
  const instance = await watched(on, "line2/a.b");
  const state = () =>
    on.andon.plant.sourceStatuses().find(({ source }) => source.name === "line2")?.status.state;
  await eventually("it is lost", () => state() === "lost");
  await push([sample(99)]);
  await eventually("it is connected", () => state() === "connected");
  await eventually("an event", async () => (await on.events(instance)).length === 1);
});
