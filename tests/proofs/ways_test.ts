import { assert } from "@std/assert";
import { findMosquitto } from "../support/mosquitto.ts";
import { findPostgres } from "../support/postgres.ts";
import { times } from "../support/times.ts";
import type { Way } from "../support/way.ts";
import { collectorWay, mqttWay, opcUaWay, piWay, pushWay, sqlWay } from "../support/ways.ts";
import { type WayFigures, wayStory } from "../support/ways_story.ts";

/** The first seed of so many of each way; `FIRST_SEED=7 SEEDS=1 WAYS=mqtt` runs one story again. */
const FIRST = Number(Deno.env.get("FIRST_SEED") ?? 1);
const SEEDS = times(Number(Deno.env.get("SEEDS") ?? 20));

const WAYS: Record<string, { isThere: boolean; make: () => Way | Promise<Way> }> = {
  http_push: { isThere: true, make: pushWay },
  mqtt: { isThere: findMosquitto() !== undefined, make: mqttWay },
  opc_ua: { isThere: true, make: opcUaWay },
  mqtt_collector: {
    isThere: findMosquitto() !== undefined,
    make: async () => collectorWay(await mqttWay()),
  },
  opc_ua_collector: { isThere: true, make: async () => collectorWay(await opcUaWay()) },
  sql: { isThere: findPostgres() !== undefined, make: sqlWay },
  pi_web_api: { isThere: true, make: piWay },
};
const CHOSEN = Deno.env.get("WAYS")?.split(",") ?? Object.keys(WAYS);

for (const kind of CHOSEN) {
  const { isThere, make } = WAYS[kind]!;
  const name = `${kind}: live events equal those of a backtest and of the reference evaluator`;
  Deno.test({ name, ignore: !isThere, fn: () => areTold(kind, make) });
}

async function areTold(kind: string, make: () => Way | Promise<Way>): Promise<void> {
  const failed: string[] = [], all: WayFigures[] = [];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    try {
      all.push(await wayStory(seed, await make()));
    } catch (error) {
      failed.push(`Story ${seed}\n${error instanceof Error ? error.message : error}`);
    }
  }
  const sum = (figure: keyof WayFigures) => all.reduce((sum, figures) => sum + figures[figure], 0);
  const names = Object.keys(all[0] ?? {}) as (keyof WayFigures)[];
  console.log(`${kind}, ${all.length} stories: ${names.map((name) => `${name} ${sum(name)}`).join(", ")}`);
  assert(failed.length === 0, `${failed.length} of ${SEEDS} stories failed\n\n${failed.join("\n\n")}`);
  assert(sum("events") > 50 * SEEDS, "too few events");
}
