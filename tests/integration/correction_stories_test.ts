import { Story, type StoryOptions } from "../support/correction_story.ts";
import { times } from "../support/times.ts";

/** The first seed of so many; `FIRST_SEED=7 deno task proof:properties` begins with another. */
const FIRST = Number(Deno.env.get("FIRST_SEED") ?? 6);
const STORIES = times(1);

function stories(about: string, options: StoryOptions): void {
  Deno.test(`the events end as the reference evaluator's, ${about}, in random stories`, async () => {
    for (let seed = FIRST; seed < FIRST + STORIES; seed++) {
      try {
        await using story = await Story.begin({ ...options, seed });
        await story.run();
      } catch (error) {
        throw new Error(`Story ${seed}`, { cause: error });
      }
    }
  });
}

const plain: StoryOptions = { steps: 15, kills: false, closes: false, checkpointMs: 4_000 };
stories("late samples come", plain);
stories("people close events too", { ...plain, closes: true });
stories("the process is killed at any commit", { ...plain, closes: true, kills: true });
stories("instances are upgraded to other versions", { ...plain, upgrades: true });
stories("instances are upgraded to other versions and people close events", {
  ...plain,
  upgrades: true,
  closes: true,
});
stories(
  "instances are upgraded to other versions, people close events, and the process is killed at any commit",
  {
    ...plain,
    upgrades: true,
    closes: true,
    kills: true,
  },
);

const polled: StoryOptions = { ...plain, reconciliationMs: 1_000 };
stories("late samples arrive and no feed reports them", polled);
stories("no feed reports late samples and people close events too", { ...polled, closes: true });
stories("no feed reports late samples and the process is killed at any commit", { ...polled, kills: true });

stories("the source loses streams and has them again", { ...plain, losses: true });
stories("the source loses streams, people close events, and the process is killed at any commit", {
  ...plain,
  losses: true,
  closes: true,
  kills: true,
});
stories("streams are polled and the source loses them", { ...polled, losses: true });
stories("instances are upgraded, the source loses streams, and the process is killed at any commit", {
  ...plain,
  losses: true,
  upgrades: true,
  kills: true,
});

const beside: StoryOptions = { ...plain, secondSource: true };
stories("two sources are read", { ...beside, closes: true });
stories("two sources are read and the process is killed at any commit", {
  ...beside,
  closes: true,
  kills: true,
});
stories("two sources are polled and the process is killed at any commit", {
  ...polled,
  secondSource: true,
  kills: true,
});
