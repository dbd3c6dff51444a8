/** Why a backup or a restore was refused, as a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}
