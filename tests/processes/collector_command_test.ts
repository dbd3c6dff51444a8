import { assert, assertEquals, assertMatch } from "@std/assert";
import { LATEST_SOURCE_TIME } from "../../domain/sample/source_time.ts";
import { CollectorProcess } from "../support/collector_process.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";
import { IngestReceiver } from "../support/ingest_receiver.ts";
import { Mosquitto, mosquittoTest } from "../support/mosquitto.ts";

const KEY = "ask_never_printed";

async function inFolder(body: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await Deno.makeTempDir();
  try {
    await body(dataDir);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

function settingsFor(port: number, to: { url: string }, config: Record<string, unknown> = {}) {
  return {
    kind: "mqtt",
    config: { host: "127.0.0.1", port, tls: false, topics: [{ topic: "#" }], ...config },
    to,
  };
}

Deno.test("what of its settings cannot be used is one line, and exit code 2", () =>
  inFolder(async (dataDir) => {
    const to = { url: "http://127.0.0.1:9999/ingest/line2" }, fine = settingsFor(1883, to);
    const environment = { COLLECTOR_TO_KEY: KEY };
    const cases: [unknown, RegExp, Record<string, string>?][] = [
      [{ ...fine, kind: "sql" }, /line2\.json: kind: /],
      [{ ...fine, to: { url: "http://127.0.0.1:9999/" } }, /to\.url: .*\/ingest\/line2/],
      [settingsFor(1883, to, { topics: [{ topic: "a#" }] }), /config\.topics\.0\.topic: /],
      [
        settingsFor(1883, to, { delay_seconds: 5 }),
        /config\.delay_seconds is a setting of the source in Andon/,
      ],
      [fine, /COLLECTOR_TO_KEY is not set; /, {}],
      [fine, /COLLECTOR_TO_KEY_FILE names "\/nowhere"/, { COLLECTOR_TO_KEY_FILE: "/nowhere" }],
    ];
    for (const [settings, said, given = environment] of cases) {
      await using collector = new CollectorProcess({ dataDir, settings, environment: given });
      assertEquals(await collector.ended(), 2, collector.output);
      assertMatch(collector.output, said);
      assertEquals(collector.output.trim().split("\n").length, 1, collector.output);
    }
  }));

mosquittoTest(
  "--check says of both ends whether they work, and if not why",
  () =>
    inFolder(async (dataDir) => {
      await using broker = await Mosquitto.start();
      await using receiver = new IngestReceiver();
      const check = async (port: number) => {
        const environment = { COLLECTOR_TO_KEY: KEY };
        const settings = settingsFor(port, { url: receiver.url.href });
        await using collector = new CollectorProcess({ dataDir, settings, environment, args: ["--check"] });
        const code = await collector.ended();
        assert(!collector.output.includes(KEY));
        return { code, said: new Set(collector.output.trim().split("\n")) };
      };
      const andon = `Andon (${receiver.url.href})`;
      assertEquals(await check(broker.port), {
        code: 0,
        said: new Set(["The machines (mqtt): works", `${andon}: works`]),
      });
      const { lines, upTo } = receiver.pushes[0]!;
      assertEquals([lines, upTo, (await receiver.source()).collected().samples], [[], null, 0]);
      receiver.fault = () =>
        Response.json({ error: "No source has this name and this key" }, { status: 401 });
      const port = freePort();
      assertEquals(await check(port), {
        code: 1,
        said: new Set([
          `The machines (mqtt): 127.0.0.1:${port}: nothing answers there (connection refused)`,
          `${andon}: ${receiver.url.host} answered 401: No source has this name and this key`,
        ]),
      });
    }),
);

mosquittoTest(
  "what waits outlives a restart, goes on in order, and a second one on the same folder ends",
  () =>
    inFolder(async (dataDir) => {
      await using broker = await Mosquitto.start();
      await using receiver = new IngestReceiver();
      receiver.fault = () => new Response(null, { status: 503 });
      const options = {
        dataDir,
        settings: settingsFor(broker.port, { url: receiver.url.href }),
        environment: { COLLECTOR_TO_KEY: KEY },
      };
      await using first = new CollectorProcess(options);
      const publisher = await broker.client();
      await eventually("it is subscribed", async () => {
        await publisher.publishAsync("probe", "0", { qos: 1 });
        return receiver.pushes.length > 0;
      });
      for (let i = 0; i < 50; i++) await publisher.publishAsync("n", String(i), { qos: 1 });
      await using second = new CollectorProcess(options);
      assertEquals(await second.ended(), 1);
      assertMatch(second.output, /is in use by another process/);
      assertEquals(await first.stop("SIGTERM"), 0, first.output);
      assertMatch(first.output, /Andon takes nothing, so samples wait: .* answered 503/);
      receiver.fault = () => undefined;
      await using third = new CollectorProcess(options);
      const values = async () => (await receiver.samples("n")).map(({ value }) => value);
      await eventually("all have come", async () => (await values()).length >= 50);
      assertEquals(await values(), Array.from({ length: 50 }, (_, i) => i));
      const source = await receiver.source(), at = { id: 1, source: { kind: "http_push", stream: "n" } };
      const times = (await source.window(at, 0, LATEST_SOURCE_TIME)).map(({ time }) => time);
      assertEquals(times, times.toSorted((a, b) => a - b));
      assertEquals(await third.stop("SIGTERM"), 0, third.output);
    }),
);

mosquittoTest(
  "a full queue acknowledges nothing more and says so; the broker keeps it until Andon is back",
  () =>
    inFolder(async (dataDir) => {
      await using broker = await Mosquitto.start();
      await using receiver = new IngestReceiver();
      const isBack = Promise.withResolvers<undefined>();
      receiver.fault = () => isBack.promise;
      const topics = [{ topic: "n", value: "v", time: "t" }], to = { url: receiver.url.href };
      await using collector = new CollectorProcess({
        dataDir,
        settings: settingsFor(broker.port, to, { topics, keep_gib: 0.01 }),
        environment: { COLLECTOR_TO_KEY: KEY },
      });
      const session = `${dataDir}/forward/line2/mqtt_session.json`;
      await eventually("it is subscribed", () => Deno.stat(session).then(() => true, () => false));
      const publisher = await broker.client(), begin = Date.now() - 3_600_000;
      const numbers = Array.from({ length: 1_000 }, (_, i) => i);
      for (const i of numbers) {
        const v = String(i).padEnd(9_000);
        await publisher.publishAsync("n", JSON.stringify({ v, t: begin + i }), { qos: 1 });
      }
      await eventually("it is told", () => /Nothing comes: .*full/.test(collector.output), 90_000);
      isBack.resolve(undefined);
      const values = async () => (await receiver.samples("n")).map(({ value }) => Number(value));
      await eventually("all have come", async () => (await values()).length === numbers.length, 120_000);
      assertEquals(await values(), numbers);
      assertEquals(await collector.stop("SIGTERM"), 0, collector.output);
    }),
);
