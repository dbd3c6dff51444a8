import { createHash, timingSafeEqual } from "node:crypto";
import { connectorOf } from "../../connectors/sources.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { SourceRecord } from "../../domain/source/schema.ts";
import type { Storage } from "../../storage/contract.ts";

/** As programs send a key, and as clients of InfluxDB do. */
const CREDENTIAL = /^(?:Bearer|Token) +(\S+) *$/i;

interface KnownKey {
  /** The stored secrets that it was read from. */
  sealed: string;
  digest: Uint8Array;
}

/** Which source a push is for, by its key. */
export class IngestKeys {
  readonly #known = new Map<number, KnownKey>();
  /** Of nothing that anybody sends. */
  readonly #none = crypto.getRandomValues(new Uint8Array(32));

  constructor(private readonly storage: Pick<Storage, "sources">) {}

  /** Throws AUTHENTICATION_REQUIRED alike for a wrong key, an unknown source and one that nobody pushes to. */
  async sourceOf(name: string, authorization: string | undefined): Promise<SourceRecord> {
    const key = CREDENTIAL.exec(authorization ?? "")?.[1] ?? "";
    const record = this.storage.sources.byName(name);
    const digest = record && await this.#digestOf(record);
    const isRight = timingSafeEqual(digestOf(key), digest ?? this.#none);
    if (record !== undefined && digest !== undefined && isRight) return record;
    throw new Refusal(
      "AUTHENTICATION_REQUIRED",
      "No source has this name and this key; send the key as `Authorization: Bearer ask_…`. The page of the source " +
        "makes one",
    );
  }

  /** Of the secret that Andon has made for senders; undefined: there is none. */
  async #digestOf({ id, kind, sealed_secrets: sealed }: SourceRecord): Promise<Uint8Array | undefined> {
    const { secrets } = connectorOf(kind);
    const made = Object.keys(secrets).find((name) => secrets[name]?.isMade === true);
    if (made === undefined || sealed === null) return undefined;
    const known = this.#known.get(id);
    if (known?.sealed === sealed) return known.digest;
    const key = (await this.storage.sources.settings(id))?.secrets[made];
    if (key === undefined) return undefined;
    const digest = digestOf(key);
    this.#known.set(id, { sealed, digest });
    return digest;
  }
}

function digestOf(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}
