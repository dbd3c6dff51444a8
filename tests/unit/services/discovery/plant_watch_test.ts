import { BY_STREAM_ID } from "../../../../storage/source_kinds.ts";
import { saveConfiguration } from "../../../support/configured.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { SUSPECT_STREAMS } from "../../../../actors/source/contract.ts";
import type { SourceMessage } from "../../../../actors/source/contract.ts";
import { STREAM_CONTINUITY } from "../../../../connectors/sources.ts";
import type { FoundStream } from "../../../../domain/asset/types.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";
import { createPlantWatch } from "../../../../services/discovery/start.ts";
import { keys } from "../../../../storage/keys.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { eventually } from "../../../support/eventually.ts";
import { settled } from "../../../support/manual_clock.ts";
import { BY, deploy, instanceDraft, templateDraft, testStorage } from "../../storage/support.ts";

const MINUTE_MS = 60_000;
const CONFIGURATION = {
  client_id: "c",
  client_secret: "s",
  region: "eu-west",
  tenant_id: "t",
  namespace_id: "n",
} as const;

function found(stream_id: string, change: Partial<FoundStream> = {}): FoundStream {
  return {
    stream_id,
    stream_name: stream_id,
    display_name: stream_id,
    asset_id: "A",
    data_type: "NUM",
    uom: "bar",
    source: {
      kind: "data_hub",
      sdsStreamId: stream_id,
      typeId: "T",
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
    },
    ...change,
  };
}

/** A plant watch over real storage, a source that is a list, and a clock that is turned. */
async function watched() {
  const test = await testStorage({
    sourceKinds: { ...BY_STREAM_ID, ...STREAM_CONTINUITY, plantOf: (kind) => `${kind}/${place.now}` },
  });
  const { storage, clock } = test;
  const place = { now: "here" }, timers = new Set<{ atMs: number; call: () => void }>();
  const source = {
    listed: [] as FoundStream[],
    refuses: null as string | null,
    isDown: false,
    told: [] as number[][],
    discoveries: 0,
    looks: 0,
    /** Called while a discovery runs. */
    discovering: () => Promise.resolve(),
  };
  let suspect: (data: unknown) => void = () => {};
  const ask = async (message: SourceMessage): Promise<unknown> => {
    if (message.type === "discover") await source.discovering();
    if (source.isDown) return Promise.reject(new Refusal("CONNECTION_FAILED", "It is down"));
    if (message.type === "discover") {
      source.discoveries++;
      const assets = [{ asset_id: "A", display_name: "A" }];
      return Promise.resolve({
        plant: storage.sources.plant(),
        assets,
        streams: source.listed,
        unsupported: [],
      });
    }
    if (message.type === "streams_changed") source.told.push(message.streams);
    if (message.type !== "inspect") return Promise.resolve(null);
    source.looks++;
    return Promise.resolve(message.streams.map((stream) => {
      const found = source.listed.find((one) => one.stream_id === stream.source.sdsStreamId) ?? null;
      const failure = source.refuses === null ? null : new Refusal("CONNECTION_FAILED", source.refuses);
      return { stream, found: failure === null ? found : null, failure };
    }));
  };
  const watch = createPlantWatch({
    storage,
    plant: {
      system: {
        onPublish(channel, listener) {
          if (channel === SUSPECT_STREAMS) suspect = listener;
          return () => {};
        },
      },
      // deno-lint-ignore no-explicit-any -- the answers of all messages
      sourceOf: () => ({ ask: ask as any }),
    },
    now: () => clock.ms,
    after(delayMs, call) {
      const timer = { atMs: clock.ms + delayMs, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    log: () => {},
  });
  const turn = (ms: number) => {
    clock.ms += ms;
    for (const timer of [...timers]) {
      if (timer.atMs <= clock.ms && timers.delete(timer)) timer.call();
    }
  };
  const events = () =>
    storage.events.active().map(({ event_name, event_description }) => `${event_name}: ${event_description}`);
  const redeploy = async (id: number) => {
    const value = { ...storage.instances.get(id), deployment_date: isoFromMs(clock.ms) };
    await storage.store.commit({ mutations: [{ type: "set", key: keys.instance(id), value }] }, 0);
  };
  return {
    storage,
    source,
    place,
    watch,
    turn,
    events,
    suspect: (missing: number[], misfits: number[] = []) => suspect({ missing, misfits }),
    /** Turns the clock a little until something holds. */
    until: (what: string, holds: () => boolean) =>
      eventually(what, () => {
        turn(1_000);
        return holds();
      }),
    /** A deployed instance on each stream. */
    async deployed(...names: string[]) {
      const { id } = await storage.packages.create({ name: `P${names[0]}`, description: "" }, BY);
      const template = await storage.templates.create(templateDraft(id), BY);
      for (const name of names) {
        const stream = storage.assets.streamByName(name)!.id;
        const draft = { ...instanceDraft(template.id, `On ${name}`), bindings: { S: { stream } } };
        const instance = await storage.instances.create(draft, BY);
        await deploy(storage, instance.id);
        await redeploy(instance.id);
      }
    },
    redeploy,
    async [Symbol.asyncDispose]() {
      await watch.close();
      await test[Symbol.asyncDispose]();
    },
  };
}

type Watched = Awaited<ReturnType<typeof watched>>;

async function withStreams(on: Watched, count: number): Promise<number[]> {
  const names = Array.from({ length: count }, (_, i) => `S${i}`);
  on.source.listed = names.map((name) => found(name));
  await saveConfiguration(on.storage, CONFIGURATION, BY);
  await on.watch.run(1, BY);
  await on.deployed(...names);
  on.watch.start();
  return names.map((name) => on.storage.assets.streamByName(name)!.id);
}

const stateOf = ({ storage }: Watched, id: number) => {
  const { is_active, gone } = storage.assets.stream(id)!;
  return [is_active, gone?.reason];
};

Deno.test("a stream is gone when it is missing twice, a minute apart; it comes back, and the event ends", async () => {
  await using on = await watched();
  const [first] = await withStreams(on, 12);
  const listed = on.source.listed;
  on.source.listed = listed.slice(1);
  on.suspect([first]);
  on.turn(MINUTE_MS - 1);
  await settled();
  assertEquals(on.source.looks, 0, "it is looked at a minute later");
  assertEquals(stateOf(on, first), [true, undefined]);
  await on.until("it is gone", () => stateOf(on, first)[1] === "missing");
  await eventually("it is told", () => on.events().length === 1);
  assertMatch(on.events()[0], /^Instances lost a stream: Stream "S0" is deleted at the source.*\(On S0\)/);
  assertEquals(on.source.told, [[first]]);
  on.source.listed = listed;
  on.turn(5 * MINUTE_MS);
  await on.until("it is back", () => stateOf(on, first)[0] === true);
  await on.until("its event is over", () => on.events().length === 0);
});

Deno.test("many streams that are missing at once degrade the source, and none is gone", async () => {
  await using on = await watched();
  const ids = await withStreams(on, 12), listed = on.source.listed;
  on.source.listed = listed.slice(2);
  on.suspect(ids.slice(0, 2));
  await on.until("it is told", () => on.events().length === 1);
  assertMatch(on.events()[0], /^Data source degraded: The source lists 2 of 12 bound streams no longer/);
  assertEquals(stateOf(on, ids[0]), [true, undefined]);
  on.source.listed = listed;
  await on.until("its event is over", () => on.events().length === 0);
});

Deno.test("a source that refuses access is degraded", async () => {
  await using on = await watched();
  const [first] = await withStreams(on, 12);
  on.source.refuses = "403: no access";
  on.suspect([first]);
  await on.until("it is told", () => on.events().length === 1);
  assertMatch(on.events()[0], /does not tell of 1 of 12 bound streams: 403: no access/);
  assertEquals(stateOf(on, first), [true, undefined]);
});

Deno.test("a stream whose samples do not fit is looked at at once", async () => {
  await using on = await watched();
  const [first] = await withStreams(on, 3);
  on.source.listed[0] = found("S0", { stream_name: "Renamed" });
  on.suspect([], [first]);
  on.turn(0);
  await eventually("it is looked at", () => on.storage.assets.stream(first)?.stream_name === "Renamed");
});

Deno.test("a changed unit is told until the instance is deployed again", async () => {
  await using on = await watched();
  await withStreams(on, 3);
  on.turn(1_000);
  on.source.listed[1] = found("S1", { uom: "psi" });
  const { result } = await on.watch.run(1, BY);
  assertEquals(result.unit_changed, 1);
  assertMatch(
    on.events()[0],
    /^Unit changed: Stream "S1" has the unit psi and had bar at the deployment.*\(On S1\)/,
  );
  on.turn(1_000);
  await on.redeploy(on.storage.instances.list({}).find(({ instance_name }) => instance_name === "On S1")!.id);
  await on.until("its event is over", () => on.events().length === 0);
});

Deno.test("another plant is told in one event, which ends when the configuration goes back", async () => {
  await using on = await watched();
  await withStreams(on, 3);
  on.place.now = "there";
  await on.until("it is told", () => on.events().length === 1);
  assertMatch(
    on.events()[0],
    /^Another plant is configured: .*3 deployed instances are not evaluated: On S0, On S1, On S2/,
  );
  on.place.now = "here";
  await on.until("it is over", () => on.events().length === 0);
});

Deno.test("the plant is discovered after the first save and each interval; failures are repeated ever later", async () => {
  await using on = await watched();
  on.source.listed = [found("S0")];
  on.watch.start();
  on.turn(10 * MINUTE_MS);
  assertEquals([on.source.discoveries, on.watch.status(1).nextMs], [0, null]);
  await saveConfiguration(on.storage, { ...CONFIGURATION, discovery_minutes: 5 }, BY);
  on.turn(0);
  assertEquals(on.watch.status(1).isRunning, false, "the source has not been started with it yet");
  on.watch.configured(1);
  await on.until("it is discovered", () => on.storage.assets.lastDiscovery() !== undefined);
  assertEquals(on.storage.assets.streams().map(({ stream_name }) => stream_name), ["S0"]);
  await eventually("it has ended", () => !on.watch.status(1).isRunning);
  on.source.isDown = true;
  on.turn(5 * MINUTE_MS);
  await on.until("it fails", () => on.watch.status(1).failure !== null);
  assertEquals(on.watch.status(1).failure?.reason, "It is down");
  on.source.isDown = false;
  await on.until("it is repeated", () => on.watch.status(1).failure === null);
  assertEquals(on.source.discoveries, 2);
});

Deno.test("a discovery that fails because another plant is configured meanwhile does not hold back the next", async () => {
  await using on = await watched();
  on.source.listed = [found("S0")];
  await saveConfiguration(on.storage, { ...CONFIGURATION, discovery_minutes: 60 }, BY);
  on.source.discovering = async () => {
    on.source.discovering = () => Promise.resolve();
    on.place.now = "there";
    await saveConfiguration(on.storage, { ...CONFIGURATION, tenant_id: "other" }, BY);
    on.watch.configured(1);
    throw new Refusal("CONNECTION_FAILED", "The connection was closed");
  };
  on.watch.start();
  on.turn(0);
  await eventually("the first has failed", () => on.watch.status(1).failure !== null);
  await eventually("the next has run, though no time has passed", () => {
    on.turn(0);
    return on.storage.assets.lastDiscovery() !== undefined;
  });
  assertEquals([on.source.discoveries, on.watch.status(1).failure], [1, null]);
});
