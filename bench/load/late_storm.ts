/**
 * A storm of late samples during live evaluation, Andon and the simulator in this process: `deno run -A --no-
 * check bench/load/late_storm.ts [streams=1000] [samples a second=1000] [seconds=60] [late share=0.3] [late by
 * up to=30 s]`. Prints a line every two seconds (the lag and the number of pending corrections), until none is
 * left.
 */
import { saveConfiguration } from "../../tests/support/configured.ts";
import type { Discovery } from "../../domain/asset/types.ts";
import type { Rule } from "../../domain/rule/types.ts";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { serve } from "../../main/serve.ts";
import { createLog } from "../../settings/log.ts";
import { parseSettings } from "../../settings/settings.ts";

const [streams = 1_000, samplesASecond = 1_000, seconds = 60, share = 0.3, upToSeconds = 30] = Deno.args.map(
  Number,
);
const EVERY_MS = 2_000;
const LONGEST_MS = 900_000;
const BY = { name: "bench", role: "admin" } as const;
const RULE: Rule = {
  rule_id: "high",
  rule_name: "High",
  logic: "all",
  until: null,
  event_name: "<VALUE>.High",
  event_description: "",
  severity: "warning",
  on_delay_seconds: 0,
  off_delay_seconds: 0,
  enrichment: {},
  cause: null,
  display_name: null,
  re_alarm_minutes: null,
  consequence: null,
  action: null,
  conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 90, deadband: 2 }],
};

const simulator = await startSimulator({
  now: Date.now,
  extraStreams: streams,
  extraCycleSamples: 40,
  extraPeriodMs: Math.round(streams / samplesASecond * 1000),
});
const { baseUrl: base_url, tenantId: tenant_id, namespaceId: namespace_id } = simulator;
const { clientId: client_id, clientSecret: client_secret } = simulator;
const dataDir = await Deno.makeTempDir();
const andon = await serve({
  settings: parseSettings({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir }, "dev", {
    cores: 4,
    tty: false,
  }),
  secretsKey: new Uint8Array(32),
  adminPassword: "a password for the bench",
  log: createLog({ level: "warn", format: "text", now: Date.now }),
  alwaysAllow: [new URL(base_url).host],
  prepare: async ({ sources }) => {
    const source = {
      region: "simulator" as const,
      base_url,
      tenant_id,
      namespace_id,
      client_id,
      client_secret,
    };
    await saveConfiguration({ sources }, { ...source, poll_seconds: 0.5, wait_seconds: 1 }, BY);
  },
});
const { storage, plant } = andon;
const found = await plant.source.ask<Discovery>({ type: "discover" }, { deadlineMs: 120_000 });
await storage.assets.applyDiscovery(found, BY);
const { id: package_id } = await storage.packages.create({ name: "Load", description: "" }, BY);
const template = await storage.templates.create({
  name: "High",
  description: "",
  category: "production",
  color: "#2f6feb",
  package_id,
  rules: [RULE],
  placeholders: [{
    placeholder_name: "VALUE",
    data_type: "NUM",
    description: "",
    is_required: true,
    default_value: null,
    max_age_seconds: null,
  }],
}, BY);
const names = storage.assets.streams().map(({ stream_name }) => stream_name).filter((name) =>
  name.startsWith("Load.")
);
await inParts(names, async (stream_name) => {
  const { id } = await storage.instances.create({
    template_id: template.id,
    instance_name: stream_name,
    plant_node_floc_id: null,
    bindings: { VALUE: { stream_name } },
  }, BY);
  await plant.instance(id).ask({ type: "deploy", by: BY });
});
while (plant.sourceStatus().followed_streams < names.length || plant.sourceStatus().unread_streams > 0) {
  await pause(100);
}
await pause(5_000);

console.log("second  lag_s  pending_corrections  samples  late  rss_MiB");
const before = plant.sourceStatus();
const begunMs = Date.now();
simulator.faults.set({ kind: "late", seconds, share, up_to_seconds: upToSeconds });
const lags: number[] = [];
const endsMs = begunMs + (seconds + upToSeconds) * 1000;
for (let left = 1; (left > 0 || Date.now() < endsMs) && Date.now() - begunMs < LONGEST_MS;) {
  await pause(EVERY_MS);
  left = (await storage.store.list({ prefix: ["correction"] })).length;
  const { samples, late_samples, watermark_ms } = plant.sourceStatus();
  const lag = (Date.now() - (watermark_ms ?? 0)) / 1000;
  lags.push(lag);
  const counts = [samples - before.samples, late_samples - before.late_samples];
  const rss = Math.round(Deno.memoryUsage().rss / 2 ** 20);
  console.log([Math.round((Date.now() - begunMs) / 1000), lag.toFixed(2), left, ...counts, rss].join("  "));
}
const status = plant.sourceStatus(), took = (Date.now() - begunMs) / 1000;
console.log(
  `${status.late_samples - before.late_samples} late samples in ${seconds + upToSeconds} s, ` +
    `all corrected after ${took.toFixed(0)} s; lag at most ${Math.max(...lags).toFixed(2)} s`,
);
await andon.close();
await simulator.close();
await Deno.remove(dataDir, { recursive: true });
Deno.exit(0);

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function inParts<T>(items: readonly T[], each: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 200) {
    await Promise.all(items.slice(from, from + 200).map(each));
  }
}
