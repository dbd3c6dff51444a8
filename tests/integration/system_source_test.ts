import { saveConfiguration } from "../support/configured.ts";
import { assert, assertEquals } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import type { Discovery } from "../../domain/asset/types.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";
import {
  type RunningSystem,
  sourceConfiguration,
  spans,
  systemTest,
  timeline,
} from "../support/running_system.ts";
import { signInAtSource, SourceStreams } from "../support/source_streams.ts";

async function deployed(on: RunningSystem): Promise<number> {
  await on.streams.make("number", "Own.A");
  await on.configure();
  return await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
}

async function streamsAt(simulator: Simulator): Promise<SourceStreams> {
  const streams = new SourceStreams(await signInAtSource(simulator));
  await streams.make("number", "Own.A");
  return streams;
}

function status(on: RunningSystem) {
  return on.andon.plant.sourceStatus();
}

systemTest("a configuration of another source is followed while running", {}, async (on) => {
  const id = await deployed(on);
  const first = timeline();
  await on.streams.write("Own.A", [first(0), 81]);
  await on.event(id, (row) => row.is_active);
  await using other = await startSimulator({ now: Date.now });
  const streams = await streamsAt(other);
  const away = timeline(10_000);
  await streams.write("Own.A", [away(0), 70]);
  await on.configure({}, other);
  on.reach(away(0));
  const closed = await on.event(id, (row) => !row.is_active);
  assertEquals([closed.start_time, closed.end_time], [first(0), away(0)]);
  const second = timeline(2_000);
  await streams.write("Own.A", [second(0), 90], [second(0.2), 60]);
  await on.streams.write("Own.A", [second(0.1), 50]);
  await on.evaluated(second(0.3));
  assertEquals(spans(await on.events(id)), [[first(0), away(0)], [second(0), second(0.2)]]);
});

systemTest("configurations that follow close on each other end with the last one", {}, async (on) => {
  const id = await deployed(on);
  await using other = await startSimulator({ now: Date.now });
  const streams = await streamsAt(other);
  for (let turn = 0; turn < 6; turn++) {
    await on.configure();
    await on.configure({}, other);
  }
  const saves = [on.simulator, other, on.simulator, other].map((source) => on.configure({}, source));
  await Promise.allSettled(saves);
  await on.configure({}, other);
  const at = timeline(3_000);
  await streams.write("Own.A", [at(0), 81], [at(0.2), 70]);
  await on.streams.write("Own.A", [at(0.1), 70]);
  await on.evaluated(at(0.3));
  assertEquals(spans(await on.events(id)), [[at(0), at(0.2)]]);
  const failed = on.logged.filter((line) => line.startsWith("error"));
  assertEquals(failed, []);
});

systemTest(
  "a discovery that is asked for while a saved configuration starts finds what that configuration leads to",
  { configuration: null },
  async ({ andon: { plant, storage }, simulator }) => {
    await using other = await startSimulator({ now: Date.now });
    await streamsAt(other);
    for (const each of [simulator, other]) {
      await saveConfiguration(storage, sourceConfiguration(each), { name: "olga", role: "admin" });
      const settings = await storage.sources.settings() ?? null;
      const starting = plant.source.ask({ type: "start", settings });
      const { streams } = await plant.source.ask<Discovery>({ type: "discover" }, { deadlineMs: 60_000 });
      await starting;
      const names = streams.map((stream) => stream.stream_name);
      assertEquals([names.length > 0, names.includes("Own.A")], [true, each === other]);
    }
  },
);

systemTest("a wrong secret is reported as such, and Andon keeps serving", {}, async (on) => {
  const id = await deployed(on);
  const first = timeline();
  await on.streams.write("Own.A", [first(0), 81]);
  const event = await on.event(id, (row) => row.is_active);
  await on.client.ok("POST", "/api/configuration", {
    ...configurationOf(on.simulator),
    client_secret: "wrong",
  });
  const test = await on.client.post("/api/test-connection");
  assertEquals([test.status, test.body.details.error_code], [400, "INVALID_CREDENTIALS"]);
  assert(!JSON.stringify(test.body).includes(on.simulator.clientSecret));
  const discovery = await on.client.post("/api/discover-assets");
  assertEquals([discovery.status, discovery.body.details.error_code], [400, "INVALID_CREDENTIALS"]);
  await isReady(on);
  assertEquals((await on.client.ok("GET", `/api/instances/${id}`)).data.judging, false);
  await eventually("the reason is known", () => status(on).reason !== null);
  assertEquals(status(on).error_code, "INVALID_CREDENTIALS");
  assertEquals((await on.client.ok("GET", "/api/rule-events/active")).data, [event]);
  const between = timeline(0);
  await on.streams.write("Own.A", [between(0), 70]);
  await on.configure();
  const closed = await on.event(id, (row) => !row.is_active);
  assertEquals([closed.id, closed.end_time], [event.id, between(0)]);
  await eventually(
    "the instance is evaluated again",
    async () => (await on.client.ok("GET", `/api/instances/${id}`)).data.judging,
  );
});

/** Whatever its source. */
async function isReady({ client }: RunningSystem): Promise<void> {
  assertEquals((await client.get("/readyz")).status, 200);
}

function configurationOf(simulator: Simulator) {
  const { tenantId, namespaceId, clientId, baseUrl } = simulator;
  return {
    region: "simulator",
    base_url: baseUrl,
    tenant_id: tenantId,
    namespace_id: namespaceId,
    client_id: clientId,
    poll_seconds: 0.2,
    wait_seconds: 0,
  };
}

/** A port that no other test is given while nothing listens there. */
const returning = () => ({ clientSecret: "the-secret-of-the-plant", port: freePort() });

systemTest("without its source Andon answers and takes commands, and reads on when it is back", {
  simulator: returning(),
}, async (on) => {
  const id = await deployed(on);
  const template = (await on.client.ok("GET", `/api/instances/${id}`)).data.template_id;
  const second = await on.deploy(template, { VALUE: "Own.A" });
  const first = timeline();
  await on.streams.write("Own.A", [first(0), 81]);
  for (const each of [id, second]) await on.event(each, (row) => row.is_active);
  await on.simulator.close();
  await eventually("the loss is noticed", () => status(on).reason !== null);
  await isReady(on);
  const test = await on.client.post("/api/test-connection");
  assertEquals([test.status, test.body.details.error_code], [500, "CONNECTION_FAILED"]);
  assert(String(test.body.details.reason).length > 0);
  await on.client.ok("POST", `/api/instances/${id}/undeploy`);
  assertEquals((await on.events(id)).map((row) => row.close_reason), ["undeployed"]);
  const [open] = await on.events(second);
  await on.client.ok("POST", `/api/rule-events/${open.id}/close`);
  await on.client.ok("POST", `/api/instances/${id}/deploy`);
  await readOn(on, [id, second]);
});

/** A new simulator on the same port, with the same credentials and streams. */
async function readOn(on: RunningSystem, [id, second]: number[]): Promise<void> {
  await using back = await startSimulator({
    now: Date.now,
    port: Number(new URL(on.simulator.baseUrl).port),
    clientSecret: on.simulator.clientSecret,
  });
  const streams = await streamsAt(back);
  await streams.write("Own.A", [timeline(500)(0), 20]);
  await eventually("the source is connected again", () => status(on).state === "connected", 120_000);
  const at = timeline(2_000);
  await streams.write("Own.A", [at(0), 90], [at(0.2), 60]);
  await on.evaluated(at(0.3));
  assertEquals(spans(await on.events(id)).at(-1), [at(0), at(0.2)]);
  assertEquals(spans(await on.events(second)).at(-1), [at(0), at(0.2)]);
}

systemTest("a source that cannot be reached at the start of its run is read once it is there", {
  simulator: returning(),
}, async (on) => {
  const id = await deployed(on);
  await on.simulator.close();
  await on.client.ok("POST", "/api/configuration", {
    ...configurationOf(on.simulator),
    client_secret: on.simulator.clientSecret,
  });
  await isReady(on);
  await eventually("the failure is noticed", () => status(on).reason !== null);
  await readOn(on, [id, id]);
});

for (const change_feed of ["auto", "off"]) {
  systemTest(`a stream that is missing at the source stops no other (change_feed ${change_feed})`, {
    configuration: { change_feed },
  }, async (on) => {
    await on.streams.make("number", "Own.A", "Own.B", "Own.C");
    await on.configure();
    const template = await on.template({ rules: [{}] });
    const id = await on.deploy(template, { VALUE: "Own.A" });
    await on.deploy(template, { VALUE: "Own.B" });
    await on.streams.remove("Own.B");
    await on.streams.remove("Own.C");
    await on.deploy(template, { VALUE: "Own.C" });
    const at = timeline();
    await on.streams.write("Own.A", [at(0), 81], [at(0.2), 70]);
    await on.evaluated(at(0.3));
    assertEquals(spans(await on.events(id)), [[at(0), at(0.2)]]);
    await on.client.ok("POST", "/api/configuration", { ...sourceConfiguration(on.simulator), change_feed });
    const later = timeline(2_000);
    await on.streams.write("Own.A", [later(0), 81], [later(0.2), 70]);
    await on.evaluated(later(0.3));
    assertEquals(spans(await on.events(id)).at(-1), [later(0), later(0.2)]);
  });
}
