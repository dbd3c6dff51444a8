/** Splits an engine's state into chunks that fit into stored values, and joins them again. */
export { packSnapshot } from "./snapshot_pack.ts";
export { unpackSnapshot } from "./snapshot_unpack.ts";
export type { EngineSnapshot, SnapshotChunk } from "./snapshot_types.ts";
