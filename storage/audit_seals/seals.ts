import { isoFromMs } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { unpackedEntries, type UnsealedEntries } from "../writes/audit_seal.ts";
import {
  type AuditBlock,
  type AuditHeadRecord,
  blockHash,
  entriesOf,
  type HeadState,
  headText,
} from "./block.ts";
import { auditLines } from "./export.ts";
import { AuditSealer, type SealerContext } from "./sealer.ts";
import { keyFingerprint, openSigner, type SignerOptions } from "./signing_key.ts";
import { type AuditVerification, verifyAudit } from "./verify.ts";

/** The last block of the audit log, as it is now. */
export interface AuditHead {
  block: number;
  /** How many entries the block holds. */
  entries: number;
  /** Hexadecimal, like the other bytes. */
  hash: string;
  sealed_at: string;
  signature: string;
  public_key: string;
  /** A short name of the public key. */
  key_fingerprint: string;
  /** Entries that wait to be sealed. */
  unsealed: number;
  /** The head as one text, to be kept elsewhere. */
  head: string;
}

/** The seals of the audit log: seals, verifies and exports it. */
export class AuditSeals {
  #begun: AuditSealer | undefined;
  #verifying: Promise<unknown> = Promise.resolve();

  constructor(readonly options: Omit<SealerContext, "signer"> & SignerOptions) {}

  /**
   * Opens the signing key, and seals the entries of a store without seals. Binds the store to the secrets key, so it
   * runs when that is certain to be the right one.
   */
  async begin(): Promise<void> {
    const { store, storeId, now } = this.options;
    const signer = await openSigner(store, this.options);
    const sealer = new AuditSealer({ store, storeId, signer, now });
    await sealer.begin();
    this.#begun = sealer;
  }

  get sealer(): AuditSealer {
    if (this.#begun === undefined) throw new TypeError("The seals of the audit log are not open yet");
    return this.#begun;
  }

  async head(): Promise<AuditHead> {
    const { store, signer: { publicKey } } = this.sealer.context;
    const head = await store.get<AuditHeadRecord>(keys.auditHead());
    const number = head?.value.block ?? 0;
    const found = await store.get<AuditBlock>(keys.auditBlock(number));
    if (found === undefined) throw new TypeError(`Block ${number} of the audit log is missing`);
    const { value: block } = found, hash = blockHash(block), entries = entriesOf(block).length;
    const waiting = await store.list<UnsealedEntries>({ prefix: keys.auditUnsealed("").slice(0, 1) });
    return {
      block: number,
      entries,
      hash: hash.toHex(),
      sealed_at: block.sealed_at,
      signature: block.signature.toHex(),
      public_key: publicKey.toHex(),
      key_fingerprint: keyFingerprint(publicKey),
      unsealed: waiting.reduce((sum, { value }) => sum + unpackedEntries(value).length, 0),
      head: headText({ block: number, entries, hash }),
    };
  }

  /** Reads the whole log; one run at a time, others wait for it. */
  async verify(options: { keptHead?: HeadState; signal?: AbortSignal }): Promise<AuditVerification> {
    const { store, storeId, signer: { publicKey } } = this.sealer.context;
    const run = this.#verifying.then(() => verifyAudit(store, { storeId, publicKey, ...options }));
    this.#verifying = run.catch(() => {});
    return await run;
  }

  /** The log as JSON lines, block by block; throws the signal's reason when it aborts. */
  export(signal: AbortSignal): AsyncGenerator<string> {
    const { store, storeId, signer: { publicKey }, now } = this.sealer.context;
    return auditLines(store, { storeId, publicKey, exportedAt: isoFromMs(now()), signal });
  }

  /** Seals what waits now, block by block until it is to end. */
  async sealAll(isEnding: () => boolean = () => false): Promise<void> {
    while (!isEnding() && await this.sealer.seal() > 0);
  }
}
