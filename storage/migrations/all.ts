import { keys, MAIN_LANE } from "../keys.ts";
import { bindById } from "./bindings_by_id.ts";
import { indexEventEnds } from "./event_ends.ts";
import { listEventsByNode } from "./event_nodes.ts";
import { countAuditEntries, dropEventsByStart, listClosedEvents } from "./list_counts.ts";
import { joinFeeds } from "./one_feed.ts";
import { listOnce } from "./one_list.ts";
import type { Migration } from "./run.ts";
import { moveConfiguration } from "./one_of_several_sources.ts";
import { keepStandard } from "./standard.ts";

/** All steps from an empty store to the present schema, in order. A released step is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  {
    to: 1,
    what: "the first schema",
    async run(store) {
      const value = { v: 1, product: "andon" };
      await store.commit({ mutations: [{ type: "set", key: keys.meta("store"), value }] }, MAIN_LANE);
    },
  },
  { to: 2, what: "closed events by their end", run: indexEventEnds },
  {
    to: 3,
    what: "lists of closed events and of the audit log by counts",
    async run(store) {
      await listClosedEvents(store);
      await countAuditEntries(store);
    },
  },
  { to: 4, what: "the former list of events is removed", run: dropEventsByStart },
  { to: 5, what: "closed events by their end, with the fields of statistics", run: indexEventEnds },
  // An older program would write records without their blocks' marks, so it must not open the store any more.
  { to: 6, what: "records beside packed blocks", run: () => Promise.resolve() },
  // An older program would treat a generation's quiet rules as rules without a state.
  { to: 7, what: "generations with quiet rules", run: () => Promise.resolve() },
  { to: 8, what: "closed events once in each list", run: listOnce },
  // An older program would write audit entries without their hashes.
  { to: 9, what: "sealed audit entries", run: () => Promise.resolve() },
  { to: 10, what: "closed events by their plant node", run: listEventsByNode },
  { to: 11, what: "instances bound to streams by their ids", run: bindById },
  // An older program would read one of several feeds alone, or begin several beside the one.
  { to: 12, what: "one feed", run: joinFeeds },
  // An older program would evaluate by standard 1 what follows.
  { to: 13, what: "the number of the standard of evaluation", run: keepStandard },
  { to: 14, what: "the data source as one of several", run: moveConfiguration },
];

/** The schema after all steps: a store with a newer one is refused. */
export const NEWEST_SCHEMA = MIGRATIONS[MIGRATIONS.length - 1]!.to;
