import type { Mutation } from "../../domain/shared/commit.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import type { ActorContext } from "../runtime/types.ts";
import { start } from "./starting.ts";
import { done, type Message, type SourceOptions, type State } from "./state.ts";

const DELETES_PER_COMMIT = 500;

/** Stops reading a removed source for good, and deletes its folder and what is stored of its evaluation. */
export async function forget(
  state: State,
  { context, options }: { context: ActorContext; options: SourceOptions },
): Promise<Message> {
  // As without a configuration: its subscription ends, and its files are closed.
  await start(state, null, { context, options });
  state.isForgotten = state.starting = true;
  state.cancelRound();
  const { run } = state;
  await state.steps.run(async () => {
    state.run = null;
    await run?.shards.forget();
  });
  state.lost.find(context.now());
  state.lagging.end(context.now());
  await Promise.all([state.lost.updateEvent(), state.lagging.updateEvent()]);
  await dropState(state.source, context);
  await options.discard?.(state.source);
  return done(null);
}

async function dropState(source: number, { store, shard }: ActorContext): Promise<void> {
  const stored = await store.list({ prefix: keys.sourceState(source) });
  for (let from = 0; from < stored.length; from += DELETES_PER_COMMIT) {
    const mutations = stored.slice(from, from + DELETES_PER_COMMIT)
      .map(({ key }): Mutation => ({ type: "delete", key }));
    await store.commit({ mutations }, laneOfShard(shard));
  }
}
