export type * from "./condition.ts";
export type { LeftOutRule, Placeholder, Rule } from "./schema.ts";
