/**
 * 10,000 instances on 10,000 streams at 5,000 samples/s, with Andon in this process (workers as usual) and the
 * simulator in its own: `deno task proof:load [seconds=600] [instances=10000] [samples a second=5000] [samples
 * from event to event=400]`. Prints one line per second (queues, lag, memory, CPU) and, at the end, their
 * summary and percentiles from sample to durable event. Exits with 1 when the lag reaches 2 s or the memory
 * keeps growing.
 */
import { saveConfiguration } from "../../tests/support/configured.ts";
import { LIVE_SAMPLES } from "../../actors/source/contract.ts";
import type { Discovery } from "../../domain/asset/types.ts";
import type { EventView } from "../../domain/event/view.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import { msFromTicks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { serve } from "../../main/serve.ts";
import { createLog } from "../../settings/log.ts";
import { parseSettings } from "../../settings/settings.ts";
import type { Rule } from "../../domain/rule/types.ts";

const [seconds = 600, instances = 10_000, samplesASecond = 5_000, cycleSamples = 400] = Deno.args.map(Number);
/** The pause between the first reads and the first figure. */
const SETTLE_MS = 10_000;
const POLL_SECONDS = 0.5;
/** The wait of the simulator: samples may arrive this late and still count. */
const WAIT_SECONDS = 1;
const MOST_LAG_SECONDS = 2;
/** Memory counts as flat up to this growth from the middle minute, when the push log is full, to the last one. */
const FLAT_PART = 0.1;
const MINUTE = 60;
const BY = { name: "bench", role: "admin" } as const;
const RULE: Rule = {
  rule_id: "high",
  rule_name: "High",
  conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 90, deadband: 2 }],
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
};

const dataDir = await Deno.makeTempDir();
const simulator = new Deno.Command(Deno.execPath(), {
  args: ["run", "-A", "--no-check", new URL("load_simulator.ts", import.meta.url).pathname],
  env: {
    STREAMS: String(instances),
    PERIOD_MS: String(Math.round(instances / samplesASecond * 1000)),
    CYCLE_SAMPLES: String(cycleSamples),
  },
  stdout: "piped",
}).spawn();
const line = await firstLine(simulator.stdout);
const source = JSON.parse(line);

const settings = parseSettings({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir }, "dev", {
  cores: navigator.hardwareConcurrency,
  tty: false,
});
const andon = await serve({
  settings,
  secretsKey: new Uint8Array(32),
  adminPassword: "a password for the bench",
  log: createLog({ level: "warn", format: "text", now: Date.now }),
  alwaysAllow: [new URL(source.base_url).host],
  prepare: async (storage) => {
    await saveConfiguration(storage, {
      ...source,
      region: "simulator",
      poll_seconds: POLL_SECONDS,
      wait_seconds: WAIT_SECONDS,
    }, BY);
  },
});
const { storage, plant } = andon;

const arrivals = new Map<number, number>();
const sourceToCommit: number[] = [];
const arrivalToCommit: number[] = [];
plant.system.onPublish(LIVE_SAMPLES, (data) => {
  const batch = data as SampleBatch;
  const now = performance.now();
  for (let i = 0; i < batch.count; i++) arrivals.set(batch.streams[i]!, now);
});
let measuring = false;
storage.store.onPublished(({ frames }) => {
  if (!measuring) return;
  for (const frame of frames) {
    if (frame.kind !== "event_created") continue;
    const { trigger: [trigger], flags } = frame.data as EventView;
    if (trigger === undefined || flags.includes("initial")) continue;
    const at = ticksFromSourceTime(trigger.time);
    const stream = storage.assets.streamByName(trigger.stream);
    if (at !== undefined) sourceToCommit.push(Date.now() - msFromTicks(at));
    if (stream !== undefined) arrivalToCommit.push(performance.now() - (arrivals.get(stream.id) ?? NaN));
  }
});

await step("discover", async () => {
  const found = await plant.source.ask<Discovery>({ type: "discover" }, { deadlineMs: 120_000 });
  await storage.assets.applyDiscovery(found, BY);
});
const names = storage.assets.streams().map((stream) => stream.stream_name).filter((name) =>
  name.startsWith("Load.")
);
const { id: packageId } = await storage.packages.create({ name: "Load", description: "" }, BY);
const template = await storage.templates.create({
  name: "High",
  description: "",
  category: "production",
  color: "#2f6feb",
  package_id: packageId,
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
const ids: number[] = [];
await step("create", async () => {
  for (let from = 0; from < names.length; from += 200) {
    const made = await Promise.all(
      names.slice(from, from + 200).map((name) =>
        storage.instances.create({
          template_id: template.id,
          instance_name: name,
          plant_node_floc_id: null,
          bindings: { VALUE: { stream_name: name } },
        }, BY)
      ),
    );
    ids.push(...made.map((record) => record.id));
  }
});
await step("deploy", async () => {
  for (let from = 0; from < ids.length; from += 200) {
    await Promise.all(
      ids.slice(from, from + 200).map((id) => plant.instance(id).ask({ type: "deploy", by: BY })),
    );
  }
});
await step("first reads", async () => {
  while (plant.sourceStatus().followed_streams < ids.length) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await plant.source.ask({ type: "snapshot" }, { deadlineMs: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
});

const rows: { queued: number; lag: number; rss: number; cpu: number; samples: number }[] = [];
console.log("second  queued  store_queue  samples/s  lag_s  events  rss_MiB  heap_MiB  cpu_cores");
measuring = true;
let samples = plant.sourceStatus().samples;
let cpu = cpuSeconds();
const begin = performance.now();
for (let second = 1; second <= seconds; second++) {
  await new Promise((resolve) => setTimeout(resolve, begin + second * 1000 - performance.now()));
  const status = plant.sourceStatus();
  const now = cpuSeconds();
  const queued = plant.system.stats().reduce((sum, shard) => sum + shard.queued, 0);
  const lag = (Date.now() - (status.watermark_ms ?? 0)) / 1000;
  const storeQueue = storage.store.stats().queued;
  const row = {
    queued: queued + storeQueue,
    lag,
    rss: Deno.memoryUsage().rss / 2 ** 20,
    cpu: now - cpu,
    samples: status.samples - samples,
  };
  rows.push(row);
  const shown = [
    second,
    queued,
    storeQueue,
    row.samples,
    lag.toFixed(2),
    sourceToCommit.length,
    Math.round(row.rss),
    Math.round(Deno.memoryUsage().heapUsed / 2 ** 20),
    row.cpu.toFixed(2),
  ];
  console.log(shown.join("  "));
  samples = status.samples;
  cpu = now;
}
console.log(
  `late samples ${plant.sourceStatus().late_samples}, generation ${plant.sourceStatus().generation}`,
);
const isWell = summarized();
report(`source time to durable event (${WAIT_SECONDS} s of wait and the next poll in it)`, sourceToCommit);
report("arrival to durable event", arrivalToCommit);
await andon.close();
simulator.kill("SIGTERM");
await simulator.status;
await Deno.remove(dataDir, { recursive: true });
Deno.exit(isWell ? 0 : 1);

/** Prints the summary of the rows; returns whether lag and memory are within their limits. */
function summarized(): boolean {
  const of = (name: keyof typeof rows[number]) => rows.map((row) => row[name]);
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const middle = Math.floor(rows.length / 2);
  const early = mean(of("rss").slice(middle, middle + MINUTE)), late = mean(of("rss").slice(-MINUTE));
  const lag = most(of("lag"));
  console.log(
    `samples/s ${mean(of("samples")).toFixed(0)}, queued at most ${most(of("queued"))}, ` +
      `lag at most ${lag.toFixed(2)} s and ${mean(of("lag")).toFixed(2)} s in the mean, ` +
      `${mean(of("cpu")).toFixed(2)} cores in the mean`,
  );
  console.log(
    `memory: ${early.toFixed(0)} MiB in the middle minute, ${late.toFixed(0)} MiB in the last, ` +
      `${most(of("rss")).toFixed(0)} MiB at most`,
  );
  return lag < MOST_LAG_SECONDS && !(late > early * (1 + FLAT_PART));
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(2)} s`);
}

function report(name: string, values: number[]): void {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? NaN).toFixed(1);
  console.log(`${name}: n ${sorted.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`);
}

function cpuSeconds(): number {
  const fields = Deno.readTextFileSync("/proc/self/stat").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) text += (await reader.read()).value ?? "\n";
  reader.cancel();
  return text.split("\n")[0]!;
}
