export type * from "./condition.ts";
export type { Placeholder, Rule } from "./schema.ts";
