import type { Actor, SessionCookie } from "../domain/access/types.ts";
import type { ScreenChange, ScreenRecord } from "../domain/screen/schema.ts";
import { cutText } from "../domain/shared/text.ts";
import type { Ms } from "../domain/shared/time.ts";
import { namingAreas } from "./area_grants.ts";
import { BackgroundWrites } from "./access/background_writes.ts";
import { newToken, TokenHashes } from "./access/token_hashes.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NamedRecord, NamedRecords, type Writes } from "./named_records.ts";
import { nouns } from "./nouns.ts";
import type { NounContext } from "./write.ts";

const TOKEN_BYTES = 32;
const WRITE_EVERY_MS = 5 * 60_000;
const USER_AGENT_CHARACTERS = 200;

export interface ScreenDraft {
  name: string;
  start_page: string;
  /** The ids of the areas that its wall shows; none: the whole plant. */
  areas?: readonly number[];
  viewing?: ScreenRecord["viewing"];
  /** The SHA-256 of the credential, hexadecimal. */
  tokenHash: string;
  cookie: SessionCookie;
  address: string;
  userAgent: string | null;
}

interface Use {
  atMs: Ms;
  address: string | null;
}

/** Wall screens, read from memory. Only the hash of a credential is stored. */
export class Screens extends NamedRecords<ScreenRecord, ScreenDraft, ScreenChange> {
  protected readonly noun = nouns.screen;
  protected override readonly removed = "ended";
  /** The last use of each screen; newer than what is stored. */
  readonly #used = new Map<number, Use>();
  readonly #hashes = new TokenHashes();
  readonly #background: BackgroundWrites;

  constructor(context: NounContext, mirrors: Mirrors) {
    super(context, mirrors);
    this.#background = new BackgroundWrites(context, "The last use of a screen");
    mirrors.screens.onChange((_before, after, id) => {
      if (after === undefined) this.#used.delete(id);
    });
  }

  /** By name, with the last use that this process knows. */
  override list(): ScreenRecord[] {
    return this.mirrors.screens.list().map((record) => this.#withUse(record))
      .sort((a, b) => a.name.localeCompare(b.name, "en") || a.id - b.id);
  }

  override get(id: number): ScreenRecord | undefined {
    const record = this.mirrors.screens.get(id);
    return record && this.#withUse(record);
  }

  /** A new credential of 256 random bits, in base64url. */
  newToken(): string {
    return newToken(this.context, TOKEN_BYTES);
  }

  override async update(id: number, change: ScreenChange, by: Actor): Promise<ScreenRecord> {
    return this.#withUse(await super.update(id, change, by));
  }

  /** The screen with this credential. Records the use (written at most once in 5 minutes). */
  use(token: string, address: string): ScreenRecord | undefined {
    const hash = this.#hashes.of(token);
    const [record] = this.mirrors.screensByHash.of(hash);
    if (record === undefined) return this.#hashes.forget(token);
    this.#hashes.keep(token, hash);
    this.#recordUse(record, address);
    return record;
  }

  /** Whether the screen has not been ended, for an open connection, which counts as a use. */
  isOpen(id: number): boolean {
    const record = this.mirrors.screens.get(id);
    if (record === undefined) return false;
    this.#recordUse(record, this.#used.get(id)?.address ?? record.last_address);
    return true;
  }

  #recordUse(record: ScreenRecord, address: string | null): void {
    const { id } = record;
    const atMs = this.context.now();
    this.#used.set(id, { atMs, address });
    if (atMs - record.last_used_at_ms < WRITE_EVERY_MS && address === record.last_address) return;
    const key = keys.screen(id);
    const versionstamp = this.mirrors.screens.versionstamp(id);
    const value: ScreenRecord = { ...record, last_used_at_ms: atMs, last_address: address };
    this.#background.start(id, { key, versionstamp, mutations: [{ type: "set", key, value }] });
  }

  #withUse(record: ScreenRecord): ScreenRecord {
    const used = this.#used.get(record.id);
    return used === undefined
      ? record
      : { ...record, last_used_at_ms: used.atMs, last_address: used.address };
  }

  protected made(
    { tokenHash, address, userAgent, areas = [], viewing = null, ...draft }: ScreenDraft,
    { v, id, ...created }: NamedRecord,
  ): ScreenRecord {
    return {
      v,
      id,
      ...draft,
      areas: [...new Set(areas)],
      viewing,
      token_hash: tokenHash,
      last_used_at_ms: this.context.now(),
      last_address: address,
      user_agent: userAgent === null ? null : cutText(userAgent, USER_AGENT_CHARACTERS),
      ...created,
    };
  }

  protected override changed(before: ScreenRecord, change: ScreenChange): ScreenRecord {
    return { ...before, ...change, ...change.areas && { areas: [...new Set(change.areas)] } };
  }

  protected override async along(
    { given }: { given?: ScreenDraft | ScreenChange },
    { checks, mutations }: Writes,
  ): Promise<void> {
    const named = await namingAreas(this.context, { areas: given?.areas ?? [], mirrors: this.mirrors });
    checks.push(...named.checks);
    mutations.push(...named.mutations);
  }

  protected override shown({ id, name, start_page, areas, viewing, last_address }: ScreenRecord): unknown {
    return { id, name, start_page, areas, viewing, address: last_address };
  }
}
