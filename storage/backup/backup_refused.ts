/** Why a backup or a restore was not done, as a sentence for the person who asked for it. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}
