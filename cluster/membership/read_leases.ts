import type { EpochRecord, LeaseView, ProcessRecord } from "./types.ts";
import type { KvBackend } from "../../storage/store/backend.ts";

const BATCH = 500;

/** Reads the records of the processes and of the partition leases. */
export async function readLeases(backend: KvBackend): Promise<LeaseView> {
  const [processes, epochs] = await Promise.all([
    listed<ProcessRecord>(backend, "process"),
    listed<EpochRecord>(backend, "epoch"),
  ]);
  return {
    processes: new Map(
      processes.map((
        { name, value: { untilMs, beat, address, program }, versionstamp },
      ) => [String(name), { untilMs, beat, address, program, versionstamp }]),
    ),
    epochs: new Map(
      epochs.map(({ name, value, versionstamp }) => [Number(name), { record: value, versionstamp }]),
    ),
  };
}

interface Listed<T> {
  /** The key's last part. */
  name: unknown;
  value: T;
  versionstamp: string;
}

async function listed<T>(backend: KvBackend, prefix: string): Promise<Listed<T>[]> {
  const entries: Listed<T>[] = [];
  for await (const entry of backend.list({ prefix: [prefix] }, { batchSize: BATCH })) {
    entries.push(asListed(entry));
  }
  return entries;
}

/** Only this folder writes these keys. */
function asListed<T>(
  { key, value, versionstamp }: { key: readonly unknown[]; value: unknown; versionstamp: string },
): Listed<T> {
  return { name: key[1], value: value as T, versionstamp };
}
