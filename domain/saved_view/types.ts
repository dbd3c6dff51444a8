export type { SavedViewChange, SavedViewDraft, SavedViewRecord } from "./schema.ts";

/** How many views a person saves, and how many are shared by all. */
export const MOST_VIEWS = { own: 50, shared: 200 } as const;
