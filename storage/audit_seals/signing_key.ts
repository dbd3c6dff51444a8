import { createHash } from "node:crypto";
import { keys, SEALING_LANE } from "../keys.ts";
import { decoded } from "./first_key.ts";
import type { Secrets } from "../secrets.ts";
import type { KvStore } from "../store/store.ts";

/** The stored pair of keys: the private one is sealed with SECRETS_KEY. */
export interface AuditKeyRecord {
  v: 1;
  public_key: Uint8Array;
  sealed: string;
}

/** What the private key is sealed for. */
const PURPOSE = "audit.private_key";

const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;
/** The head of an Ed25519 private key in PKCS #8 (RFC 8410), before its 32 bytes. */
const PKCS8_HEAD = Uint8Array.fromHex("302e020100300506032b657004220420");

/** Signs the heads of the audit log with Ed25519. */
export interface AuditSigner {
  readonly publicKey: Uint8Array;
  sign(message: string): Promise<Uint8Array>;
}

export interface SignerOptions {
  secrets: Secrets;
  random: (bytes: number) => Uint8Array;
}

/** Reads the store's key, or creates it. Throws WrongSecretsKey when SECRETS_KEY does not open it. */
export async function openSigner(
  store: KvStore,
  { secrets, random }: SignerOptions,
): Promise<AuditSigner> {
  const key = keys.auditKey();
  const stored = await store.get<AuditKeyRecord>(key);
  if (stored !== undefined) {
    const seed = await secrets.unseal(stored.value.sealed, PURPOSE);
    return await signerOf(Uint8Array.fromBase64(seed));
  }
  const seed = new Uint8Array(random(SEED_BYTES));
  const signer = await signerOf(seed);
  const sealed = await secrets.seal(seed.toBase64(), PURPOSE);
  const value: AuditKeyRecord = { v: 1, public_key: signer.publicKey, sealed };
  const checks = [{ key, versionstamp: null }];
  const { ok } = await store.commit({ checks, mutations: [{ type: "set", key, value }] }, SEALING_LANE);
  return ok ? signer : await openSigner(store, { secrets, random });
}

/** The public key beside the sealed one; undefined if there is none, or it cannot be decoded. */
export async function storedPublicKey(store: KvStore): Promise<Uint8Array | undefined> {
  const key = (await keyRecord(store))?.public_key;
  return key instanceof Uint8Array && key.length === PUBLIC_KEY_BYTES ? key : undefined;
}

/** The public key that belongs to the sealed one; undefined if SECRETS_KEY does not open it. */
export async function sealedPublicKey(store: KvStore, secrets: Secrets): Promise<Uint8Array | undefined> {
  const sealed = (await keyRecord(store))?.sealed;
  if (typeof sealed !== "string") return undefined;
  try {
    return (await signerOf(Uint8Array.fromBase64(await secrets.unseal(sealed, PURPOSE)))).publicKey;
  } catch {
    return undefined;
  }
}

/** What is stored of the key, which may be damaged. */
async function keyRecord(store: KvStore): Promise<Partial<AuditKeyRecord> | null | undefined> {
  const stored = store.get<Partial<AuditKeyRecord> | null>(keys.auditKey());
  return (await decoded(stored, () => undefined))?.value;
}

async function signerOf(seed: Uint8Array): Promise<AuditSigner> {
  const pkcs8 = new Uint8Array([...PKCS8_HEAD, ...seed]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", key);
  return {
    publicKey: Uint8Array.fromBase64(x, { alphabet: "base64url" }),
    async sign(message) {
      return new Uint8Array(await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(message)));
    },
  };
}

/** Whether the owner of the key signed the message. */
export async function signatureCheck(
  publicKey: Uint8Array,
): Promise<(message: string, signature: Uint8Array) => Promise<boolean>> {
  const key = await crypto.subtle.importKey("raw", new Uint8Array(publicKey), "Ed25519", false, ["verify"]);
  return (message, signature) =>
    crypto.subtle.verify("Ed25519", key, new Uint8Array(signature), new TextEncoder().encode(message));
}

/** A short name of a public key: the first 16 digits of its SHA-256. */
export function keyFingerprint(publicKey: Uint8Array): string {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, 16);
}
