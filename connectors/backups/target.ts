import type { BackupPlace, BackupTarget } from "../../domain/backup/target.ts";
import { type BucketOptions, bucketTarget } from "./bucket.ts";
import { folderTarget } from "./folder.ts";

/** The target of scheduled backups at a place. */
export function targetAt(place: BackupPlace, options: BucketOptions): BackupTarget {
  return place.kind === "folder" ? folderTarget(place.path) : bucketTarget(place, options);
}
