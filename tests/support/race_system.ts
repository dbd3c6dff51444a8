import { assert } from "@std/assert";
import type { Simulator } from "../../simulator/data_hub/server.ts";
import { type Andon, serve } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { AndonClient } from "./andon_client.ts";
import { ADMIN_PASSWORD, PASSWORD_COST, SECRETS_KEY } from "./andon_process.ts";
import { connect, type SampleWriter, writer } from "./simulated_plant.ts";

/** Signs in, makes streams that have had their value for a while, and points Andon at them. */
export async function raceClient(
  andon: Andon,
  { simulator, streams }: { simulator: Simulator; streams: Record<string, number> },
): Promise<{ client: AndonClient; write: SampleWriter }> {
  const client = new AndonClient(andon.address);
  await client.signIn("admin", ADMIN_PASSWORD);
  const write = await writer(simulator);
  const time = new Date(Date.now() - 10_000).toISOString();
  for (const [stream, value] of Object.entries(streams)) {
    await write.stream(stream);
    await write.write(stream, [{ time, value }]);
  }
  await connect(client, simulator);
  return { client, write };
}

/** Andon in the test's process, with an address of its own. */
export async function startForRace(
  simulator: Simulator,
  { dataDir, shards, kvUrl }: { dataDir: string; shards: number; kvUrl: string },
): Promise<Andon> {
  const allowed = new URL(simulator.baseUrl).host;
  const settings = parseSettings(
    {
      HOST: "127.0.0.1",
      PORT: "0",
      ADMIN_PASSWORD,
      SECRETS_KEY,
      RATE_LIMIT_DEFAULT: "off",
      DATA_DIR: dataDir,
      KV_URL: kvUrl,
      ACTOR_SHARDS: String(shards),
      OUTBOUND_ALLOW: allowed,
    },
    "start",
    { cores: 4, tty: false },
  );
  const { secretsKey, adminPassword } = settings;
  assert(secretsKey !== null);
  return await serve({
    settings,
    secretsKey,
    adminPassword,
    log: logErrors,
    alwaysAllow: [],
    passwordCost: PASSWORD_COST,
  });
}

function logErrors(level: string, message: string, fields?: Record<string, unknown>): void {
  if (level === "error") console.error(message, fields);
}
