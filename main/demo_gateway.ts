import { sleep } from "../concurrency/sleep.ts";
import { connectorOf } from "../connectors/sources.ts";
import type { Actor } from "../domain/access/types.ts";
import type { Binding } from "../domain/instance/types.ts";
import type { Log } from "../domain/shared/log.ts";
import type { SourceRecord } from "../domain/source/schema.ts";
import type { SourceConfig } from "../domain/source/types.ts";
import type { Gateway } from "../simulator/gateway/gateway.ts";
import { RATED_AMPS } from "../simulator/gateway/palletiser.ts";
import type { Storage } from "../storage/contract.ts";
import type { Andon } from "./serve.ts";

const NAME = "line2", KIND = "mqtt";
const HOST = "127.0.0.1";
const BY: Actor = { name: "Andon", role: "admin" };
const NODE = {
  floc_id: "MBD-HIL-PRO-L2-PAL",
  name: "Palletiser",
  node_type: "unit",
  parent_id: "MBD-HIL-PRO-L2",
} as const;
/** Its streams come when it is connected. */
const LOOK_AGAIN_MS = 250, LOOKS = 60;

const INSTANCES: readonly { template: string; bindings: Readonly<Record<string, string | number>> }[] = [
  { template: "Line stop", bindings: { STATE: "State", FAULT_TEXT: "FaultText" } },
  { template: "Motor load", bindings: { MOTOR_CURRENT: "MotorCurrent", RATED_CURRENT: RATED_AMPS } },
  {
    template: "Bearing health",
    bindings: { VIBRATION: "Vibration", BEARING_TEMPERATURE: "BearingTemperature" },
  },
];

/** The port of the demo's broker is new at each start. */
export async function configureGateway({ sources }: Storage, gateway: Gateway): Promise<void> {
  const stored = sourceOf(sources.list());
  if (stored !== undefined) await sources.update(stored.id, { config: configOf(gateway) }, BY);
}

function configOf({ port }: Gateway): SourceConfig {
  return connectorOf(KIND).given.parse({
    host: HOST,
    port,
    tls: false,
    version: "3.1.1",
    topics: [{ topic: "Hillcrest/#", value: "value", time: "time", stream: "{3}.{4}", asset: "{1}/{2}/{3}" }],
    delay_seconds: 1,
  });
}

/** At the first start, after the rest of the demo: a source for its broker, and the machine that publishes there. */
export async function furnishGateway(
  { storage, plant, discovery }: Andon,
  { gateway, log }: { gateway: Gateway; log: Log },
): Promise<void> {
  const parent = storage.plant.get(NODE.parent_id);
  if (
    storage.sources.list().length > 1 || parent === undefined || storage.plant.get(NODE.floc_id) !== undefined
  ) return;
  const source = await storage.sources.create({
    name: NAME,
    kind: KIND,
    config: configOf(gateway),
    is_active: true,
  }, BY);
  await plant.startSource(source.id);
  for (let look = 0; look < LOOKS; look++) {
    const { found } = await discovery.run(source.id, BY);
    if (found.streams.length === gateway.streams) break;
    await sleep(LOOK_AGAIN_MS);
  }
  await storage.plant.create(NODE, BY);
  for (const instance of INSTANCES) {
    await deployed({ storage, plant }, instance).catch((error) =>
      log("warn", "A demo instance was not deployed", { reason: String(error) })
    );
  }
}

async function deployed(
  { storage, plant }: Pick<Andon, "storage" | "plant">,
  { template, bindings }: (typeof INSTANCES)[number],
) {
  const found = storage.templates.list().find(({ name }) => name === template);
  if (found === undefined) return;
  const { id } = await storage.instances.create({
    template_id: found.id,
    instance_name: `Line2 Palletiser ${template.toLowerCase()}`,
    plant_node_floc_id: NODE.floc_id,
    bindings: Object.fromEntries(
      Object.entries(bindings).map(([name, bound]) => [name, bindingOf(bound, storage)]),
    ),
  }, BY);
  await plant.instance(id).ask({ type: "deploy", by: BY });
}

function bindingOf(bound: string | number, { assets }: Storage): Binding {
  if (typeof bound === "number") return { value: bound };
  const name = `${NAME}/Palletiser.${bound}`, stream = assets.streamByName(name);
  return stream === undefined ? { stream_name: name } : { stream: stream.id };
}

function sourceOf(sources: readonly SourceRecord[]): SourceRecord | undefined {
  return sources.find(({ name, kind, config }) => name === NAME && kind === KIND && config.host === HOST);
}
