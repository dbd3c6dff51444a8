import { assert } from "@std/assert";
import { ChangedStreamsStory } from "../support/changed_streams_story.ts";
import { times } from "../support/times.ts";

/** The first seed of so many; `FIRST_SEED=7 SEEDS=1` runs one story again. */
const FIRST = Number(Deno.env.get("FIRST_SEED") ?? 1);
const SEEDS = times(Number(Deno.env.get("SEEDS") ?? 20));

Deno.test("live events equal those of a backtest when types, names and units change in the middle", async () => {
  const failed: string[] = [];
  let losses = 0;
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    await using story = await ChangedStreamsStory.begin(seed);
    try {
      const figures = await story.run();
      assert(figures.events > 300, `${figures.events} events`);
      losses += figures.losses;
    } catch (error) {
      failed.push(
        `Story ${seed}\n${story.told.join("\n")}\n${error instanceof Error ? error.message : error}`,
      );
    }
  }
  assert(failed.length === 0, `${failed.length} of ${SEEDS} stories failed\n\n${failed.join("\n\n")}`);
  assert(SEEDS < 20 || losses > 5, `${losses} losses`);
});
