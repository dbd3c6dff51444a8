import { assert, assertEquals } from "@std/assert";
import { standbyMetrics } from "../../../services/metrics/standby.ts";
import { runningSystem } from "../../support/running_system.ts";

const FILES = ["grafana/andon.json", "prometheus/andon.rules.yml", "prometheus/andon.rules.test.yml"];
const METRIC = /\b(?:andon|process)_[a-z_]+\b(?=[{\[\s)"]|$)/gm;

function metricsNamedIn(file: string): string[] {
  const text = Deno.readTextFileSync(new URL(`../../../packaging/${file}`, import.meta.url));
  const expressions = file.endsWith(".json")
    ? [...text.matchAll(/"expr": (".*")/g)].map(([, quoted]) => JSON.parse(quoted))
    : [text];
  return expressions.flatMap((expression) => expression.match(METRIC) ?? []);
}

/** What a running Andon with all exports shows, and what the standby of a cluster shows. */
async function knownMetrics(): Promise<Set<string>> {
  const folder = await Deno.makeTempDir();
  const environment = {
    AUDIT_SYSLOG: "udp://127.0.0.1:9",
    BACKUP_TO: folder,
    DATA_DIR: folder,
    KV_URL: `${folder}/andon.sqlite`,
  };
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const on = stack.use(await runningSystem({ shards: 0, environment }));
  const shown = [...(await on.metrics()).matchAll(/^# TYPE ([a-z_]+) (\w+)/gm)];
  const standby = standbyMetrics(
    { processes: { self: "p1", all: () => [] }, obstacle: () => null },
    { version: "1.0.0", token: null, connections: () => undefined },
  );
  return new Set([
    ...shown.flatMap(([, name, type]) =>
      type === "histogram" ? ["bucket", "sum", "count"].map((part) => `${name}_${part}`) : [name]
    ),
    ...standby.families().map(({ name }) => name),
  ]);
}

Deno.test("every metric that the dashboard and the alert rules name is one that Andon has", async () => {
  const known = await knownMetrics();
  for (const file of FILES) {
    const named = metricsNamedIn(file);
    assert(named.length > 20, `${file} names metrics`);
    assertEquals(named.filter((name) => !known.has(name)), [], file);
  }
});
