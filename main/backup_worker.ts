/** Entry of the worker that takes one backup: copying, reading and sending it delays nothing else. */
import { targetAt } from "../connectors/backups/target.ts";
import { createOutboundGuard } from "../connectors/outbound.ts";
import { errorSentence } from "../domain/shared/refusal.ts";
import { keptAt } from "../services/backups/kept.ts";
import { takeBackup } from "../services/backups/take.ts";
import type { BackupAnswer, BackupJob } from "./backup_runner.ts";
import { randomBytes } from "./random_bytes.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<BackupJob>) => void) | null;
  postMessage(answer: BackupAnswer): void;
};

scope.onmessage = ({ data }) => {
  answer(data).then(
    (answer) => scope.postMessage(answer),
    (error) => scope.postMessage({ ok: false, reason: errorSentence(error) }),
  );
};

async function answer(
  { what, place, outboundAllow, alwaysAllow, proxy, ...job }: BackupJob,
): Promise<BackupAnswer> {
  const outbound = createOutboundGuard({ allow: outboundAllow, alwaysAllow });
  await using target = targetAt(place, { outbound, proxy });
  if (what === "look") {
    return { ok: true, taken: { kept: await keptAt(target, job.storeId), tidyFailure: null } };
  }
  return { ok: true, taken: await takeBackup({ ...job, target, now: Date.now, random: randomBytes }) };
}
