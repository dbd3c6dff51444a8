export type { Binding } from "./binding.ts";
export type { InstanceRecord, InstanceUpgrade } from "./schema.ts";
