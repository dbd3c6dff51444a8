import { keys, MAIN_LANE } from "../keys.ts";
import type { Migration } from "./run.ts";

/** Every step from an empty store to today's, in order. A step that has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  {
    to: 1,
    what: "the first schema",
    async run(store) {
      const value = { v: 1, product: "andon" };
      await store.commit({ mutations: [{ type: "set", key: keys.meta("store"), value }] }, MAIN_LANE);
    },
  },
];
