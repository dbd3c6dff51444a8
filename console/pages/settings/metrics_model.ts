/** One sample of the Prometheus text format. */
interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The figures of /metrics that the page shows. */
export interface Figures {
  version: string;
  deno: string;
  uptimeMs: number;
  memoryBytes: number;
  heapBytes: number;
  activeEvents: number;
  browsers: number;
  followedStreams: number;
  unreadStreams: number;
  samples: number;
  lateSamples: number;
  evaluations: number;
  isStoreHealthy: boolean;
  commits: number;
  conflicts: number;
  queuedWrites: number;
  /** Mean commit time; null before the first commit. */
  commitMs: number | null;
  shards: Shard[];
}

export interface Shard {
  shard: string;
  isReady: boolean;
  actors: number;
  queued: number;
  dropped: number;
  replacements: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** Parses the text format; invalid lines are ignored. */
export function figuresOf(text: string): Figures {
  const samples = text.split("\n").flatMap(sampleOf);
  const of = (name: string) => samples.filter((sample) => sample.name === name);
  const sum = (name: string) => of(name).reduce((total, { value }) => total + value, 0);
  const build = of("andon_build_info")[0]?.labels ?? {};
  const commits = sum("andon_store_commit_seconds_count");
  return {
    version: build.version ?? "",
    deno: build.deno ?? "",
    uptimeMs: sum("andon_uptime_seconds") * 1_000,
    memoryBytes: sum("process_resident_memory_bytes"),
    heapBytes: sum("andon_heap_used_bytes"),
    activeEvents: sum("andon_events_active"),
    browsers: sum("andon_push_clients"),
    followedStreams: sum("andon_source_followed_streams"),
    unreadStreams: sum("andon_source_unread_streams"),
    samples: sum("andon_source_samples_total"),
    lateSamples: sum("andon_source_late_samples_total"),
    evaluations: sum("andon_evaluations_total"),
    isStoreHealthy: sum("andon_store_healthy") === 1,
    commits: sum("andon_store_commits_total"),
    conflicts: sum("andon_store_conflicts_total"),
    queuedWrites: sum("andon_store_queued_turns"),
    commitMs: commits === 0 ? null : sum("andon_store_commit_seconds_sum") / commits * 1_000,
    shards: of("andon_shard_ready").map(({ labels: { shard = "" }, value }) => {
      const at = (name: string) => of(name).find(({ labels }) => labels.shard === shard)?.value ?? 0;
      return {
        shard,
        isReady: value === 1,
        actors: at("andon_shard_actors"),
        queued: at("andon_shard_queued_messages"),
        dropped: at("andon_shard_dropped_messages_total"),
        replacements: at("andon_shard_replacements_total"),
      };
    }),
  };
}

function sampleOf(line: string): Sample[] {
  const [, name, labels = "", value] = LINE.exec(line) ?? [];
  if (name === undefined || name.endsWith("_bucket")) return [];
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
  return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
}
