import { type AiSimulator, SIMULATED_MODEL } from "../simulator/ai/server.ts";
import { DEMO_PLANT, type DemoBinding, type DemoInstance } from "../simulator/data_hub/demo_plant.ts";
import type { Simulator } from "../simulator/data_hub/server.ts";
import type { Actor } from "../domain/access/types.ts";
import type { Binding } from "../domain/instance/types.ts";
import { providerSchema } from "../domain/provider/schema.ts";
import type { Log } from "../domain/shared/log.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import { TEMPLATE_DEFAULTS } from "../domain/template/defaults.ts";
import type { Storage } from "../storage/contract.ts";
import { configurationDraft } from "../routes/plant/default_source.ts";
import type { Andon } from "./serve.ts";

/** The AI provider of dev. */
export const DEMO_ASSISTANT = "Demo assistant";

const BY: Actor = { name: "Andon", role: "admin" };

/** Points the configuration at the embedded simulator: its address and secret are new at each start. */
export async function configureSimulator(storage: Storage, simulator: Simulator): Promise<void> {
  await storage.sources.saveDefault(
    configurationDraft({
      client_id: simulator.clientId,
      client_secret: simulator.clientSecret,
      region: "simulator",
      tenant_id: simulator.tenantId,
      namespace_id: simulator.namespaceId,
      base_url: simulator.baseUrl,
      poll_seconds: 1,
      wait_seconds: 1,
    }),
    BY,
  );
}

/**
 * Points the demo provider at the embedded model simulator, whose address and key are new at each start. A
 * provider that a user created keeps its settings, whatever its name.
 */
export async function configureAssistant({ aiProviders }: Storage, simulator: AiSimulator): Promise<void> {
  const address = { base_url: simulator.baseUrl, api_key: simulator.apiKey };
  const all = aiProviders.list();
  const stored = all.find(({ model_name }) => model_name === SIMULATED_MODEL);
  if (stored !== undefined) return void await aiProviders.update(stored.id, address, BY);
  const draft = {
    display_name: freeName(new Set(all.map(({ display_name }) => display_name.toLowerCase()))),
    provider_type: "openai_compatible",
    model_name: SIMULATED_MODEL,
  };
  await aiProviders.create(providerSchema.parse({ ...draft, ...address }), BY);
}

function freeName(taken: ReadonlySet<string>): string {
  for (let number = 1;; number++) {
    const name = number === 1 ? DEMO_ASSISTANT : `${DEMO_ASSISTANT} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** At the first start of dev: discovers the simulated plant, and sets up and deploys the demo rules. */
export async function furnishDemo({ storage, plant, discovery }: Andon, log: Log): Promise<void> {
  if (storage.packages.list().length > 0) return;
  await discovery.run(DEFAULT_SOURCE, BY);
  // A start that was broken off may have left some.
  const missing = DEMO_PLANT.nodes.filter(({ floc_id }) => storage.plant.get(floc_id) === undefined);
  for (const node of missing) await storage.plant.create(node, BY);
  const templates = await createTemplates(storage);
  const instances: number[] = [];
  // One by one, so that the demo has the same ids each time.
  for (const demo of DEMO_PLANT.instances) instances.push(await createInstance(storage, demo, templates));
  const deployed = await Promise.allSettled(
    instances.map((id) => plant.instance(id).ask({ type: "deploy", by: BY })),
  );
  for (const result of deployed) {
    if (result.status === "rejected") {
      log("warn", "A demo instance was not deployed", { reason: String(result.reason) });
    }
  }
}

/** Template ids by name. */
async function createTemplates(storage: Storage): Promise<Map<string, number>> {
  const packages = new Map<string, number>();
  for (const demo of DEMO_PLANT.packages) {
    packages.set(demo.name, (await storage.packages.create(demo, BY)).id);
  }
  const templates = new Map<string, number>();
  for (const { package_name, ...draft } of DEMO_PLANT.templates) {
    const created = await storage.templates.create(
      { ...TEMPLATE_DEFAULTS, ...draft, package_id: named(packages, package_name) },
      BY,
    );
    templates.set(created.name, created.id);
  }
  return templates;
}

async function createInstance(
  storage: Storage,
  demo: DemoInstance,
  templates: Map<string, number>,
): Promise<number> {
  const { id } = await storage.instances.create({
    template_id: named(templates, demo.template_name),
    instance_name: demo.instance_name,
    plant_node_floc_id: demo.plant_node_floc_id,
    bindings: Object.fromEntries(
      demo.placeholders.map((each) => [each.placeholder_name, bindingOf(each, storage)]),
    ),
  }, BY);
  return id;
}

function bindingOf(demo: DemoBinding, { assets }: Storage): Binding {
  if ("value" in demo) return { value: demo.value };
  const stream = assets.streamByName(demo.stream_name);
  return stream === undefined ? { stream_name: demo.stream_name } : { stream: stream.id };
}

function named(ids: Map<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new TypeError(`The demo refers to "${name}", which it does not define`);
  return id;
}
