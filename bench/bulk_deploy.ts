/**
 * Creates, deploys and undeploys 10,000 instances in one call each, over HTTP, on a store in a file and with
 * the usual workers: `deno run -A --lock=tests/deno.lock bench/bulk_deploy.ts [instances=10000] [shards=cores -
 * 1]`. There is no data source: the streams are written as a discovery writes them.
 */
import type { FoundStream } from "../domain/asset/types.ts";
import { serve } from "../main/serve.ts";
import { createLog } from "../settings/log.ts";
import { parseSettings } from "../settings/settings.ts";
import { AndonClient } from "../tests/support/andon_client.ts";

const [instances = 10_000, shards = Math.max(1, navigator.hardwareConcurrency - 1)] = Deno.args.map(Number);
const PASSWORD = "a password for the bench";
const BY = { name: "bench", role: "admin" } as const;

const dataDir = await Deno.makeTempDir();
const settings = parseSettings(
  { PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ACTOR_SHARDS: String(shards) },
  "dev",
  { cores: navigator.hardwareConcurrency, tty: false },
);
const andon = await serve({
  settings,
  secretsKey: new Uint8Array(32),
  adminPassword: PASSWORD,
  log: createLog({ level: "warn", format: "text", now: Date.now }),
  alwaysAllow: [],
});
const client = new AndonClient(andon.address);
await client.signIn("admin", PASSWORD);
await step("discovery", async () => {
  const streams = Array.from({ length: instances }, (_, i) => stream(`Plant.Machine${i}.Temperature`));
  const assets = [{ asset_id: "Plant", display_name: "Plant" }];
  await andon.storage.assets.applyDiscovery({ assets, streams, unsupported: [] }, BY);
});
const made = await client.ok("POST", "/api/packages", { name: "Bench", description: "" });
const { template } = await client.ok("POST", "/api/templates", {
  name: "Limit",
  category: "production",
  package_id: made.data.id,
  placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
  rules: [{
    rule_id: "high",
    rule_name: "High",
    event_name: "<VALUE>.High",
    conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 80 }],
  }],
});
const bulk = {
  template_id: template.id,
  instance_name: "Machine *",
  placeholders: { VALUE: "Plant.Machine*.Temperature" },
};
await call("dry run", "/api/instances/bulk", { ...bulk, dry_run: true });
await call("bulk", "/api/instances/bulk", bulk);
await call("bulk-deploy", "/api/instances/bulk-deploy", { template_id: template.id });
await call("bulk-deploy again", "/api/instances/bulk-deploy", { template_id: template.id });
await call("bulk-undeploy", "/api/instances/bulk-undeploy", { template_id: template.id });
await andon.close();
await Deno.remove(dataDir, { recursive: true });
Deno.exit(0);

async function call(name: string, path: string, body: unknown): Promise<void> {
  await step(name, async () => {
    const { data } = await client.ok("POST", path, body);
    console.log(JSON.stringify(data.summary));
    const failed = data.items.find((item: { status: string }) => item.status === "failed");
    if (failed !== undefined) console.log(JSON.stringify(failed));
  });
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const before = andon.storage.store.stats().commits;
  const start = performance.now();
  await work();
  const commits = andon.storage.store.stats().commits - before;
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(2)} s, ${commits} commits`);
}

function stream(name: string): FoundStream {
  return {
    stream_id: name,
    stream_name: name,
    display_name: name,
    asset_id: "Plant",
    data_type: "NUM",
    uom: null,
    source: {
      kind: "data_hub",
      sdsStreamId: name,
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
    },
  };
}
