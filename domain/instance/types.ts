export type { Binding } from "./binding.ts";
export type { InstanceRecord, InstanceUpgrade, UnitWarning } from "./schema.ts";
