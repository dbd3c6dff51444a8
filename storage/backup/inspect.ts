import { keys } from "../keys.ts";
import { kinds } from "../kinds.ts";
import { MIGRATIONS } from "../migrations/all.ts";
import { boundFingerprint, Secrets, type SecretsKeys, WrongSecretsKey } from "../secrets.ts";
import { kvBackend } from "../store/backend.ts";
import { entriesUnder } from "../store/entries.ts";
import { type KvStore, openStore } from "../store/store.ts";
import { BackupRefused } from "./backup_refused.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";

/** The contents of a copy of a store. */
export interface Inspection {
  storeId: string;
  schema: number;
  /** The fingerprint of its SECRETS_KEY; undefined in stores of older versions. */
  secretsKey: string | undefined;
  /** Records by the first part of their keys. */
  records: Record<string, number>;
}

export interface InspectOptions {
  random: (bytes: number) => Uint8Array;
  /** Must decrypt the copy's secrets; without it they are not checked. */
  secretsKeys?: SecretsKeys;
}

/** The kinds of records by the first part of their keys. */
const KINDS = new Map(Object.entries(kinds).map(([name, kind]) => [keyPart(name), kind]));

/** `plantNode` is `plant_node` in keys. */
export function keyPart(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Opens a copy that no other process uses and reads all of it; opening changes the file. Throws BackupRefused
 * when it is not a store of Andon, is newer than this program, contains unreadable records, or cannot be
 * decrypted with the key.
 */
export async function inspect(copy: string, options: InspectOptions): Promise<Inspection> {
  try {
    return await read(copy, options);
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    if (error instanceof WrongSecretsKey) {
      throw new BackupRefused(
        "SECRETS_KEY does not decrypt the backup; use the key that its store was created with",
      );
    }
    throw new BackupRefused(
      `The copy cannot be read: ${errorSentence(error)}`,
    );
  }
}

async function read(copy: string, { random, secretsKeys }: InspectOptions): Promise<Inspection> {
  const store = await openStore({ backend: kvBackend(await Deno.openKv(copy)), random });
  try {
    const schema = await schemaOf(store);
    if (secretsKeys !== undefined) await Secrets.open(store, secretsKeys, random);
    const meta = await store.get<{ id?: string }>(keys.meta("store"));
    return {
      storeId: meta?.value.id ?? "",
      schema,
      secretsKey: await boundFingerprint(store),
      records: await countRecords(store),
    };
  } finally {
    await store.close();
  }
}

async function schemaOf(store: KvStore): Promise<number> {
  const schema = (await store.get<{ schema: number }>(keys.meta("schema")))?.value.schema;
  const newest = MIGRATIONS.at(-1)?.to ?? 0;
  if (schema === undefined) throw new BackupRefused("It is not a store of Andon");
  if (schema > newest) {
    throw new BackupRefused(
      `It has schema ${schema}, but this program supports up to ${newest}; use a newer Andon`,
    );
  }
  return schema;
}

async function countRecords(store: KvStore): Promise<Record<string, number>> {
  const records: Record<string, number> = {};
  for await (const { key, value } of entriesUnder<unknown>(store, [])) {
    const noun = String(key[0]);
    const kind = KINDS.get(noun);
    if (kind === undefined) continue;
    kind.read(value);
    records[noun] = (records[noun] ?? 0) + 1;
  }
  return records;
}
