import { type AiSimulator, startAiSimulator } from "../../simulator/ai/server.ts";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import { type Gateway, startGateway } from "../../simulator/gateway/gateway.ts";
import { configureAssistant, configureSimulator, DEMO_ASSISTANT, furnishDemo } from "../../main/demo.ts";
import { configureGateway, furnishGateway } from "../../main/demo_gateway.ts";
import { type Andon, serve, type ServeOptions } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { AndonClient } from "./andon_client.ts";
import { ADMIN_PASSWORD, PASSWORD_COST, SECRETS_KEY } from "./andon_process.ts";
import { setRight, spawnTurnedWorker } from "./turned_clock.ts";

/** Andon as `dev` runs it, in the test's process over a store in memory. */
export interface DemoSystem extends AsyncDisposable {
  andon: Andon;
  client: AndonClient;
  simulator: Simulator;
  /** The machine that sends by MQTT; null unless it was asked for. */
  gateway: Gateway | null;
  assistant: AiSimulator;
  /** The id of the demo provider. */
  provider: number;
}

export async function demoSystem(
  { console, before, hasGateway = false }: {
    /** With the machine that sends by MQTT. */
    hasGateway?: boolean;
    console?: ServeOptions["console"];
    /** What an earlier start left in the store. */
    before?: ServeOptions["prepare"];
  } = {},
): Promise<DemoSystem> {
  setRight();
  await using stack = new AsyncDisposableStack();
  const dataDir = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(dataDir, { recursive: true }));
  const environment = {
    DATA_DIR: dataDir,
    PORT: "0",
    KV_URL: ":memory:",
    ACTOR_SHARDS: "2",
    ADMIN_PASSWORD,
    SECRETS_KEY,
    RATE_LIMIT_DEFAULT: "off",
    RATE_LIMIT_HEAVY: "off",
  };
  const settings = parseSettings(environment, "dev", { cores: 2, tty: false });
  if (settings.secretsKey === null) throw new TypeError("The tests' SECRETS_KEY is no key");
  const { secretsKey, adminPassword } = settings;
  const simulator = stack.use(await startSimulator({ now: Date.now }));
  const assistant = stack.use(startAiSimulator());
  const gateway = hasGateway ? stack.use(await startGateway({ now: Date.now })) : null;
  const hosts = [simulator.baseUrl, assistant.baseUrl].map((url) => new URL(url).host);
  if (gateway !== null) hosts.push(`127.0.0.1:${gateway.port}`);
  const andon = await serve({
    settings,
    secretsKey,
    adminPassword,
    log: () => {},
    alwaysAllow: hosts,
    console,
    passwordCost: PASSWORD_COST,
    workers: { spawnWorker: spawnTurnedWorker },
    prepare: async (storage) => {
      await before?.(storage);
      await configureSimulator(storage, simulator);
      await configureAssistant(storage, assistant);
      if (gateway !== null) await configureGateway(storage, gateway);
    },
  });
  stack.defer(() => andon.close());
  await furnishDemo(andon, () => {});
  if (gateway !== null) await furnishGateway(andon, { gateway, log: () => {} });
  const client = new AndonClient(`http://127.0.0.1:${new URL(andon.address).port}`);
  await client.signIn("admin", ADMIN_PASSWORD);
  const found = andon.storage.aiProviders.list().find(({ display_name }) => display_name === DEMO_ASSISTANT);
  const moved = stack.move();
  return {
    andon,
    client,
    simulator,
    gateway,
    assistant,
    provider: found?.id ?? 0,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}
