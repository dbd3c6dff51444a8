/** An engine's state in pieces that fit stored values, and back. */
export { packSnapshot } from "./snapshot_pack.ts";
export { unpackSnapshot } from "./snapshot_unpack.ts";
export type { EngineSnapshot, SnapshotChunk } from "./snapshot_types.ts";
