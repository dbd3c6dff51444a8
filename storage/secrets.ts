import { createHash } from "node:crypto";
import type { Commit } from "../domain/shared/commit.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import type { SealedPurpose } from "./sealed_values.ts";
import type { KvStore } from "./store/store.ts";

/** The keys do not decrypt all of the store's secrets. */
export class WrongSecretsKey extends Error {
  override readonly name = "WrongSecretsKey";
  constructor(message = "SECRETS_KEY is not the key that this store was written with; start with that key") {
    super(message);
  }
}

/** SECRETS_KEY, and SECRETS_KEY_PREVIOUS while values are sealed under it; 32 bytes each. */
export interface SecretsKeys {
  current: Uint8Array;
  previous?: Uint8Array | null;
}

/** The key that the store is bound to. */
interface CheckValue {
  v: 1;
  /** Sealed under that key. */
  sealed: string;
  /** Sealed under the key before, while values may still be sealed under it. */
  sealed_by_previous?: string;
  /** Absent in stores of older versions. */
  fingerprint?: string;
}

const CHECK_TEXT = "andon";
const IV_BYTES = 12;
const FINGERPRINT_DIGITS = 16;

/**
 * Encrypts secrets with AES-256-GCM as `v1.<iv>.<ciphertext>`, base64 parts, with the purpose as additional
 * data. New values are encrypted with the current key; values of the previous key are decrypted too.
 */
export class Secrets {
  private constructor(
    private readonly current: CryptoKey,
    private readonly previous: CryptoKey | undefined,
    /** Of the current key. */
    private readonly fingerprint: string,
    readonly store: KvStore,
    readonly random: (bytes: number) => Uint8Array,
  ) {}

  /** Throws WrongSecretsKey when the store was written with another key. */
  static async open(
    store: KvStore,
    { current, previous }: SecretsKeys,
    random: (bytes: number) => Uint8Array,
  ): Promise<Secrets> {
    const secrets = new Secrets(
      await aesKey(current),
      previous ? await aesKey(previous) : undefined,
      fingerprintOf(current),
      store,
      random,
    );
    await secrets.#verify();
    return secrets;
  }

  /** Decrypting needs the same purpose. */
  async seal(text: string, purpose: SealedPurpose): Promise<string> {
    const iv = new Uint8Array(this.random(IV_BYTES));
    const sealed = await crypto.subtle.encrypt(
      parameters(iv, purpose),
      this.current,
      new TextEncoder().encode(text),
    );
    return `v1.${iv.toBase64()}.${new Uint8Array(sealed).toBase64()}`;
  }

  /** Throws WrongSecretsKey for a text that was encrypted with another key or purpose, or was changed. */
  async unseal(sealed: string, purpose: SealedPurpose): Promise<string> {
    const clear = await opened(sealed, { key: this.current, purpose }) ??
      await opened(sealed, { key: this.previous, purpose });
    if (clear === undefined) throw new WrongSecretsKey();
    return clear;
  }

  async isCurrent(sealed: string, purpose: SealedPurpose): Promise<boolean> {
    return await opened(sealed, { key: this.current, purpose }) !== undefined;
  }

  /** Binds the store to the current key. True: values may be sealed under the previous one still. */
  async bind(): Promise<boolean> {
    const key = keys.meta("secrets_check");
    const { check, versionstamp, isPrevious } = await this.#verify();
    const { fingerprint } = this;
    if (check?.fingerprint === fingerprint) return check.sealed_by_previous !== undefined;
    const value: CheckValue = { v: 1, sealed: await this.seal(CHECK_TEXT, "check"), fingerprint };
    if (isPrevious) value.sealed_by_previous = check?.sealed;
    const checks = [{ key, versionstamp }];
    const result = await this.store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
    return result.ok ? isPrevious : await this.bind();
  }

  /** What ends the re-sealing: from its commit on, the previous key is not needed. */
  async ended(): Promise<Commit> {
    const key = keys.meta("secrets_check");
    const { check, versionstamp } = await this.#verify();
    const { sealed_by_previous: _, ...value } = check ?? {};
    return { checks: [{ key, versionstamp }], mutations: [{ type: "set", key, value }] };
  }

  /** Throws WrongSecretsKey unless the keys decrypt all that is stored. */
  async #verify(): Promise<{ check?: CheckValue; versionstamp: string | null; isPrevious: boolean }> {
    const stored = await this.store.get<CheckValue>(keys.meta("secrets_check"));
    if (stored === undefined) return { versionstamp: null, isPrevious: false };
    const { value: check, versionstamp } = stored;
    const isPrevious = !await this.isCurrent(check.sealed, "check");
    if (isPrevious && await opened(check.sealed, { key: this.previous, purpose: "check" }) === undefined) {
      throw new WrongSecretsKey();
    }
    const earlier = check.sealed_by_previous;
    if (earlier === undefined) return { check, versionstamp, isPrevious };
    if (isPrevious) throw new WrongSecretsKey(UNFINISHED);
    if (await opened(earlier, { key: this.previous, purpose: "check" }) === undefined) {
      throw new WrongSecretsKey(STILL_NEEDED);
    }
    return { check, versionstamp, isPrevious };
  }
}

const STILL_NEEDED =
  "Not all secrets are encrypted with the new SECRETS_KEY yet; start with it and with the key " +
  "before it as SECRETS_KEY_PREVIOUS";
const UNFINISHED =
  "The store is still being encrypted with SECRETS_KEY_PREVIOUS; start with that key as SECRETS_KEY " +
  "and the key before it as SECRETS_KEY_PREVIOUS, and change the key again when the log says that this has ended";

/** Which key it is, without telling the key: the first 16 hexadecimal digits of a SHA-256. */
export function fingerprintOf(key: Uint8Array): string {
  return createHash("sha256").update("andon secrets key").update(key).digest("hex").slice(
    0,
    FINGERPRINT_DIGITS,
  );
}

/** The fingerprint of the key that a store is bound to; undefined in stores of older versions. */
export async function boundFingerprint(store: KvStore): Promise<string | undefined> {
  return (await store.get<CheckValue>(keys.meta("secrets_check")))?.value.fingerprint;
}

async function aesKey(key: Uint8Array): Promise<CryptoKey> {
  if (key.length !== 32) throw new RangeError(`The secrets key has ${key.length} bytes; it needs 32`);
  return await crypto.subtle.importKey("raw", new Uint8Array(key), "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The clear text; undefined when it was sealed with another key or purpose, or was changed. */
async function opened(
  sealed: string,
  { key, purpose }: { key: CryptoKey | undefined; purpose: SealedPurpose },
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  try {
    const [version, iv = "", text = ""] = sealed.split(".");
    if (version !== "v1") return undefined;
    const how = parameters(Uint8Array.fromBase64(iv), purpose);
    return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, Uint8Array.fromBase64(text)));
  } catch {
    return undefined;
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, purpose: SealedPurpose): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(purpose) };
}
