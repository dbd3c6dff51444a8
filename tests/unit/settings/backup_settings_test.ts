import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { type Environment, parseSettings } from "../../../settings/settings.ts";
import { SettingsError } from "../../../settings/settings_error.ts";

const dev = (env: Environment) => parseSettings(env, "dev", { cores: 4, tty: true });
const S3 = { BACKUP_S3_KEY_ID: "k", BACKUP_S3_SECRET: "s" };

Deno.test("parseSettings() reads where backups go, Amazon's server being the default of a bucket", () => {
  assertEquals(dev({ BACKUP_TO: "/mnt/backups" }).backup, {
    place: { kind: "folder", path: "/mnt/backups" },
    at: { minute: 120, timeZone: "UTC" },
    keep: { days: 14, weeks: 8, timeZone: "UTC" },
  });
  const { place } = dev({ BACKUP_TO: "s3://b-1", ...S3 }).backup!;
  assertEquals(place, {
    ...{ kind: "bucket", bucket: "b-1", prefix: "", keyId: "k", secret: "s" },
    ...{ endpoint: "https://s3.us-east-1.amazonaws.com", region: "us-east-1" },
  });
});

Deno.test("parseSettings() refuses backups that could not be made, and says what to do", () => {
  const refusal = (env: Environment) => assertThrows(() => dev(env), SettingsError).message;
  for (const BACKUP_TO of ["s3://", "s3://B", "s3://ok/a b", "s3://ok//a", "https://x.example.org/b"]) {
    assertMatch(
      refusal({ BACKUP_TO, ...S3 }),
      /^BACKUP_TO is .*; use the path of a folder that exists, or s3:/,
    );
  }
  for (const BACKUP_AT of ["24:00", "7:30", "07:60", "noon"]) {
    assertMatch(refusal({ BACKUP_AT }), /^BACKUP_AT is .*; use a time from 00:00 to 23:59/);
  }
  const kv = refusal({ BACKUP_TO: "/b", KV_URL: "http://127.0.0.1:4512" });
  assertMatch(kv, /the store is on a KV server .* back it up on the server's machine .* remove BACKUP_TO$/);
  for (const KV_URL of [":memory:", ":platform:"]) {
    assertMatch(refusal({ BACKUP_TO: "/b", KV_URL }), /^BACKUP_TO is set, but the store :\w+: has no file/);
  }
  for (const name of ["BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"]) {
    const message = refusal({ BACKUP_TO: "s3://b-1", ...S3, [name]: "" });
    assertEquals(message, `${name} is not set but BACKUP_TO is a bucket; set ${name}`);
  }
});
