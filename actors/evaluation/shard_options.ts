export interface ShardOptions {
  checkpointMs?: number;
  timeZone?: string;
  /** How many feeds the shards are read by; the default is 1. */
  feeds?: number;
}
