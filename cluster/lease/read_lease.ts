import { keys } from "../../storage/keys.ts";
import type { KvBackend } from "../../storage/store/backend.ts";
import type { EpochRecord, LeaseView, ProcessRecord, SeenRecord } from "./types.ts";

const BATCH = 500;
const PROCESSES = keys.process("").slice(0, 1);

/** Reads the lease and the records of the processes. */
export async function readLease(backend: KvBackend): Promise<LeaseView> {
  const [[lease], processes] = await Promise.all([backend.getMany([keys.epoch()]), recordsOf(backend)]);
  if (lease === undefined || lease.versionstamp === null) return { processes, lease: undefined };
  return { processes, lease: { record: lease.value as EpochRecord, versionstamp: lease.versionstamp } };
}

/** Only this folder writes these keys. */
async function recordsOf(backend: KvBackend): Promise<Map<string, SeenRecord>> {
  const records = new Map<string, SeenRecord>();
  for await (
    const { key, value, versionstamp } of backend.list({ prefix: PROCESSES }, { batchSize: BATCH })
  ) {
    const { v: _, ...record } = value as ProcessRecord;
    records.set(String(key[1]), { ...record, versionstamp });
  }
  return records;
}
