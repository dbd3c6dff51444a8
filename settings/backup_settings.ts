import { MASKED, type Setting, setting, UNSET } from "./settings_entry.ts";
import {
  type BackupAddress,
  backupAddress,
  hostName,
  origin,
  timeOfDay,
  token,
  wholeNumber,
} from "./settings_schema.ts";
import { SettingsError } from "./settings_error.ts";
import type { BackupSettings, Settings } from "./types.ts";

/** What the variables of scheduled backups give; they become one setting. */
export interface BackupValues {
  backupTo: BackupAddress | null;
  backupAt: number;
  backupKeepDays: number;
  backupKeepWeeks: number;
  backupS3Endpoint: string | null;
  backupS3Region: string;
  backupS3KeyId: string | null;
  backupS3Secret: string | null;
}

export const BACKUP_SETTINGS: { readonly [Field in keyof BackupValues]: Setting<BackupValues[Field]> } = {
  backupTo: setting<BackupAddress | null>({
    name: "BACKUP_TO",
    meaning: "Where Andon backs its store up to, once a day: a folder, or a bucket as s3://bucket/prefix.",
    standard: "unset: no scheduled backups",
    wants: "the path of a folder that exists, or s3://bucket/prefix",
    schema: backupAddress(),
    fallback: () => null,
    show: ({ backup }) => backup === null ? UNSET : backupText(backup),
  }),
  backupAt: setting({
    name: "BACKUP_AT",
    meaning: "Time of the daily backup, by PLANT_TIME_ZONE.",
    standard: "02:00",
    wants: "a time from 00:00 to 23:59",
    schema: timeOfDay(),
    fallback: () => 120,
    show: ({ backup }) => backup === null ? UNSET : timeText(backup.at.minute),
  }),
  backupKeepDays: setting({
    name: "BACKUP_KEEP_DAYS",
    meaning: "Days of which the newest scheduled backup is kept.",
    standard: "14",
    wants: "a whole number from 1 to 3650",
    schema: wholeNumber(1, 3_650),
    fallback: () => 14,
    show: ({ backup }) => backup === null ? UNSET : String(backup.keep.days),
  }),
  backupKeepWeeks: setting({
    name: "BACKUP_KEEP_WEEKS",
    meaning: "Weeks of which the newest scheduled backup is kept.",
    standard: "8",
    wants: "a whole number from 0 to 520",
    schema: wholeNumber(0, 520),
    fallback: () => 8,
    show: ({ backup }) => backup === null ? UNSET : String(backup.keep.weeks),
  }),
  backupS3Endpoint: setting<string | null>({
    name: "BACKUP_S3_ENDPOINT",
    meaning:
      "Address of the S3-compatible server with the bucket of BACKUP_TO; OUTBOUND_ALLOW applies to it.",
    standard: "that of Amazon S3 in BACKUP_S3_REGION",
    wants: "an http or https address without a path, such as https://s3.example.org",
    schema: origin(),
    fallback: () => null,
    show: ({ backup }) => backup?.place.kind === "bucket" ? backup.place.endpoint : UNSET,
  }),
  backupS3Region: setting({
    name: "BACKUP_S3_REGION",
    meaning: "Region of the bucket.",
    standard: "us-east-1",
    wants: "a name such as eu-central-1",
    schema: hostName(),
    fallback: () => "us-east-1",
    show: ({ backup }) => backup?.place.kind === "bucket" ? backup.place.region : UNSET,
  }),
  backupS3KeyId: setting<string | null>({
    name: "BACKUP_S3_KEY_ID",
    meaning: "Access key ID for the bucket: it lists, reads, writes and deletes under the prefix.",
    standard: "unset",
    wants: "printable ASCII characters without spaces",
    schema: token({ least: 1 }),
    fallback: () => null,
    show: ({ backup }) => backup?.place.kind === "bucket" ? backup.place.keyId : UNSET,
  }),
  backupS3Secret: setting<string | null>({
    name: "BACKUP_S3_SECRET",
    meaning: "Secret access key for the bucket.",
    standard: "unset",
    wants: "printable ASCII characters without spaces",
    schema: token({ least: 1 }),
    fallback: () => null,
    show: ({ backup }) => backup?.place.kind === "bucket" ? MASKED : UNSET,
    secret: true,
  }),
};

/** Throws SettingsError for a store without a file, and for a bucket without its key. Null: no backups. */
export function backupSettings(
  values: BackupValues & Pick<Settings, "kvUrl" | "plantTimeZone">,
): BackupSettings | null {
  const { backupTo, backupAt, backupKeepDays, backupKeepWeeks, kvUrl, plantTimeZone: timeZone } = values;
  if (backupTo === null) return null;
  requireStoreFile(kvUrl);
  return {
    place: backupTo.kind === "folder" ? backupTo : { ...backupTo, ...bucketAccess(values) },
    at: { minute: backupAt, timeZone },
    keep: { days: backupKeepDays, weeks: backupKeepWeeks, timeZone },
  };
}

function requireStoreFile(kvUrl: string): void {
  if (/^https?:\/\//i.test(kvUrl)) {
    throw new SettingsError(
      "BACKUP_TO is set, but the store is on a KV server (KV_URL), which has the file: back it up on the server's " +
        "machine with `andon backup`, and remove BACKUP_TO",
    );
  }
  if (kvUrl.startsWith(":")) {
    throw new SettingsError(
      `BACKUP_TO is set, but the store ${kvUrl} has no file to back up; remove BACKUP_TO`,
    );
  }
}

function bucketAccess(
  { backupS3Endpoint, backupS3Region: region, backupS3KeyId, backupS3Secret }: BackupValues,
) {
  return {
    endpoint: backupS3Endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    keyId: required(backupS3KeyId, BACKUP_SETTINGS.backupS3KeyId),
    secret: required(backupS3Secret, BACKUP_SETTINGS.backupS3Secret),
  };
}

function required(value: string | null, { name }: { name: string }): string {
  if (value === null) throw new SettingsError(`${name} is not set but BACKUP_TO is a bucket; set ${name}`);
  return value;
}

function backupText({ place }: BackupSettings): string {
  return place.kind === "folder" ? place.path : `s3://${place.bucket}/${place.prefix}`.replace(/\/$/, "");
}

/** `02:30` */
function timeText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
