import { join } from "node:path";
import type { Settings } from "../../settings/types.ts";
import { restoreBackup } from "../../storage/backup/restore.ts";
import { openStorage } from "../../storage/open.ts";
import { randomBytes } from "../random_bytes.ts";
import { SOURCE_KINDS } from "../source_kinds.ts";

/**
 * Migrates a copy of a backup with this program and reads all of it, beside the backup, and leaves nothing there. It
 * connects to nothing. Throws when the program cannot use the store.
 */
export async function tryMigration(
  backup: string,
  { secretsKey, secretsKeyPrevious }: Pick<Settings, "secretsKeyPrevious"> & { secretsKey: Uint8Array },
): Promise<void> {
  const dataDir = `${backup}.trial`, store = join(dataDir, "store.sqlite");
  try {
    await restoreBackup({
      backup,
      dataDir,
      store,
      secretsKeys: { current: secretsKey, previous: secretsKeyPrevious },
      random: randomBytes,
    });
    const storage = await openStorage({
      path: store,
      now: Date.now,
      random: randomBytes,
      secretsKey,
      previousSecretsKey: secretsKeyPrevious,
      sourceKinds: SOURCE_KINDS,
      keepSecretsKey: false,
    });
    await storage.close();
  } finally {
    await Deno.remove(dataDir, { recursive: true }).catch(() => {});
  }
}
