/**
 * Runs in a process of its own, because no call can stop a worker's busy loop: Andon with settings from the
 * environment and short heartbeats. A line on the input is the number of a shard that is made to loop without end; on the
 * output come JSON lines, first `{"address"}`, then `{"replaced"}` for each shard that was replaced.
 */
import { serve } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";

const settings = parseSettings(Deno.env.toObject(), "start", { cores: 4, tty: false });
const { secretsKey, adminPassword } = settings;
if (secretsKey === null) throw new TypeError("SECRETS_KEY is not set");

const andon = await serve({
  settings,
  secretsKey,
  adminPassword,
  log: (level, message, fields) => console.error(level, message, JSON.stringify(fields ?? {})),
  alwaysAllow: [],
  workers: {
    spawnWorker: () => new Worker(new URL("./looping_shard_worker.ts", import.meta.url), { type: "module" }),
    heartbeatMs: 50,
    heartbeatDeadlineMs: 1500,
  },
});
andon.plant.system.onShardReplaced((replaced) => console.log(JSON.stringify({ replaced })));
console.log(JSON.stringify({ address: andon.address }));

for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  for (const shard of text.split("\n").filter((line) => line !== "")) {
    andon.plant.system.ref("loop", shard).tell({});
  }
}
