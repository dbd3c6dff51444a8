import type { After } from "../concurrency/after.ts";
import { RepeatedRun } from "../concurrency/repeated_run.ts";
import type { Log } from "../domain/shared/log.ts";
import type { Storage } from "../storage/contract.ts";

/** Entries are sealed at most 5 s after their commit. */
const EVERY_MS = 4_000;

/** Seals the audit log until it is closed, after the block under way; what waits is sealed at the next start. */
export function startSealing(
  { auditSeals }: Pick<Storage, "auditSeals">,
  { log, after }: { log: Log; after?: After },
): Pick<RepeatedRun<void>, "close"> {
  const runs = new RepeatedRun<void>(after);
  runs.repeat({
    firstMs: EVERY_MS,
    everyMs: EVERY_MS,
    begin: () => auditSeals.sealAll(() => runs.isClosed),
    onError: (error) =>
      log("warn", "Audit entries could not be sealed; they are sealed with the next ones", {
        reason: String(error),
      }),
  });
  return runs;
}
