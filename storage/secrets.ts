import { keys, MAIN_LANE } from "./keys.ts";
import type { KvStore } from "./store/store.ts";

/** The key does not decrypt the store's secrets. */
export class WrongSecretsKey extends Error {
  override readonly name = "WrongSecretsKey";
  constructor() {
    super("SECRETS_KEY is not the key that this store was written with; start with that key");
  }
}

interface CheckValue {
  v: 1;
  sealed: string;
}

const CHECK_TEXT = "andon";
const IV_BYTES = 12;

/**
 * Encrypts secrets with AES-256-GCM as `v1.<iv>.<ciphertext>`, base64 parts, with the purpose as additional
 * data.
 */
export class Secrets {
  private constructor(
    readonly key: CryptoKey,
    readonly store: KvStore,
    readonly random: (bytes: number) => Uint8Array,
  ) {}

  /** Throws WrongSecretsKey when the store was written with another key. `key` is 32 bytes. */
  static async open(
    store: KvStore,
    key: Uint8Array,
    random: (bytes: number) => Uint8Array,
  ): Promise<Secrets> {
    if (key.length !== 32) throw new RangeError(`The secrets key has ${key.length} bytes; it needs 32`);
    const aes = await crypto.subtle.importKey("raw", new Uint8Array(key), "AES-GCM", false, [
      "encrypt",
      "decrypt",
    ]);
    const secrets = new Secrets(aes, store, random);
    await secrets.#verify();
    return secrets;
  }

  /** Decrypting needs the same purpose, such as `configuration.client_secret`. */
  async seal(text: string, purpose: string): Promise<string> {
    const iv = new Uint8Array(this.random(IV_BYTES));
    const sealed = await crypto.subtle.encrypt(
      parameters(iv, purpose),
      this.key,
      new TextEncoder().encode(text),
    );
    return `v1.${iv.toBase64()}.${new Uint8Array(sealed).toBase64()}`;
  }

  /** Throws WrongSecretsKey for a text that was encrypted with another key or purpose, or was changed. */
  async unseal(sealed: string, purpose: string): Promise<string> {
    try {
      const [version, iv, text] = sealed.split(".");
      if (version !== "v1") throw new WrongSecretsKey();
      const how = parameters(Uint8Array.fromBase64(iv), purpose);
      const clear = await crypto.subtle.decrypt(how, this.key, Uint8Array.fromBase64(text));
      return new TextDecoder().decode(clear);
    } catch {
      throw new WrongSecretsKey();
    }
  }

  /** Binds the store to this key. */
  async keepKey(): Promise<void> {
    const key = keys.meta("secrets_check");
    if (await this.#verify()) return;
    const value: CheckValue = { v: 1, sealed: await this.seal(CHECK_TEXT, "check") };
    const checks = [{ key, versionstamp: null }];
    const result = await this.store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
    if (!result.ok) await this.#verify();
  }

  /** False when the store is not bound to a key yet. */
  async #verify(): Promise<boolean> {
    const stored = await this.store.get<CheckValue>(keys.meta("secrets_check"));
    if (stored === undefined) return false;
    if (await this.unseal(stored.value.sealed, "check") !== CHECK_TEXT) throw new WrongSecretsKey();
    return true;
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, purpose: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(purpose) };
}
