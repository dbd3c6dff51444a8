/**
 * Andon as a separate process, for rows that measure it from outside: everything as in `deno task start`, on
 * the store in a folder. Prints `ready <JSON>` once it serves, and `event <JSON>` for each committed event
 * after `watch`; answers the lines in `commands`.
 */
import { saveConfiguration } from "../../tests/support/configured.ts";
import type { EventView } from "../../domain/event/view.ts";
import { serve } from "../../main/serve.ts";
import { createLog } from "../../settings/log.ts";
import { parseSettings } from "../../settings/settings.ts";
import { type ChildSettings, PASSWORD } from "./child_settings.ts";

const given: ChildSettings = JSON.parse(Deno.args[0]!);
const environment = {
  PORT: "0",
  HOST: "127.0.0.1",
  DATA_DIR: given.dataDir,
  OUTBOUND_ALLOW: "127.0.0.1",
  ...given.environment,
};
const settings = parseSettings(environment, "dev", { cores: navigator.hardwareConcurrency, tty: false });
const events = new Map<number, string>();
let isWatched = given.isWatched === true;
/** Reports committed events, even before the process is ready for requests. */
function report(kind: string, data: unknown): void {
  if (kind !== "event_created" && kind !== "event_updated") return;
  const { id, instance_id, start_time, end_time, flags } = data as EventView;
  const line = JSON.stringify({ instance_id, start_time, end_time, flags });
  events.set(id, line);
  if (isWatched) console.log(`event ${line}`);
}

const andon = await serve({
  settings,
  secretsKey: new Uint8Array(32),
  adminPassword: PASSWORD,
  log: createLog({ level: "warn", format: "text", now: Date.now }),
  alwaysAllow: given.source === undefined ? [] : [new URL(given.source.base_url).host],
  passwordCost: given.called === undefined ? undefined : { N: 1_024, r: 8, p: 1 },
  prepare: async (storage) => {
    const { sources, store } = storage;
    if (given.called !== undefined) {
      await (await import("./called.ts")).setUpCalled(storage, given.called);
    }
    store.onPublished(({ frames }) => frames.forEach(({ kind, data }) => report(kind, data)));
    if (given.source === undefined) return;
    await saveConfiguration({ sources }, { ...given.source, poll_seconds: 0.1 }, {
      name: "bench",
      role: "admin",
    });
  },
});

console.log(`ready ${JSON.stringify({ address: andon.address, signupName: `andon-${andon.storage.id}` })}`);

const commands: Record<string, () => unknown> = {
  events: () => `[${[...events.values()].join(",")}]`,
  status: () => JSON.stringify(andon.plant.sourceStatus()),
  pack: () => andon.packing.run(0),
  forget: () => events.clear(),
  watch: () => isWatched = true,
  close: async () => {
    await andon.close();
    Deno.exit(0);
  },
};
let rest = "";
for await (const piece of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) console.log(`${line} ${await commands[line]?.()}`);
}
// The parent process has ended.
Deno.exit(1);
