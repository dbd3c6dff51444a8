import { createHash } from "node:crypto";
import type { Actor } from "../domain/access/types.ts";
import type { ScreenChange, ScreenRecord } from "../domain/screen/schema.ts";
import { SCREEN_LIMITS } from "../domain/screen/start_page.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { cutText } from "../domain/shared/text.ts";
import { isoFromMs, type Ms } from "../domain/shared/time.ts";
import { namingAreas } from "./area_grants.ts";
import { BackgroundWrites } from "./access/background_writes.ts";
import { TokenHashes } from "./access/token_hashes.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { ScreenDraft, Screens } from "./screens_contract.ts";
import { freshId, invalid, type NounContext, readToChange, traces, unchangedMark, write } from "./write.ts";

const TOKEN_BYTES = 32;
const WRITE_EVERY_MS = 5 * 60_000;
const USER_AGENT_CHARACTERS = 200;

interface Use {
  atMs: Ms;
  address: string | null;
}

/** Wall screens, read from memory. Only the hash of a credential is stored. */
export class ScreenStore implements Screens {
  /** The last use of each screen; newer than what is stored. */
  readonly #used = new Map<number, Use>();
  readonly #hashes = new TokenHashes();
  readonly #background: BackgroundWrites;

  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {
    this.#background = new BackgroundWrites(context, "The last use of a screen");
    mirrors.screens.onChange((_before, after, id) => {
      if (after === undefined) this.#used.delete(id);
    });
  }

  list(): ScreenRecord[] {
    return this.mirrors.screens.list().map((record) => this.#withUse(record))
      .sort((a, b) => a.name.localeCompare(b.name, "en") || a.id - b.id);
  }

  get(id: number): ScreenRecord | undefined {
    const record = this.mirrors.screens.get(id);
    return record && this.#withUse(record);
  }

  byName(name: string): ScreenRecord | undefined {
    return this.mirrors.screens.list().find((one) => one.name.toLowerCase() === name.toLowerCase());
  }

  newToken(): string {
    return this.context.random(TOKEN_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
  }

  tokenHash(token: string): string {
    return createHash("sha256").update(token).digest("hex");
  }

  create(
    { tokenHash, address, userAgent, areas = [], ...draft }: ScreenDraft,
    by: Actor,
  ): Promise<ScreenRecord> {
    const { context } = this;
    const nextId = freshId(context, "screen");
    return write(context, async () => {
      const named = await namingAreas(context, { areas, mirrors: this.mirrors });
      const checks = [await this.#allUnchanged(), ...named.checks];
      if (this.mirrors.screens.size >= SCREEN_LIMITS.screens) throw tooMany();
      this.#requireFreeName(draft.name);
      const id = await nextId();
      const record: ScreenRecord = {
        v: 1,
        id,
        ...draft,
        areas: [...new Set(areas)],
        token_hash: tokenHash,
        last_used_at_ms: context.now(),
        last_address: address,
        user_agent: userAgent === null ? null : cutText(userAgent, USER_AGENT_CHARACTERS),
        created_at: isoFromMs(context.now()),
        created_by: by.name,
      };
      const change = { action: "created", type: "screen", id, by, after: shown(record) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push({ type: "set", key: keys.screen(id), value: record }, CHANGED, ...named.mutations);
      return { result: record, commit: { checks, mutations, frames } };
    });
  }

  async update(id: number, change: ScreenChange, by: Actor): Promise<ScreenRecord> {
    const { context } = this;
    const updated = await write(context, async () => {
      const { areas = [] } = change;
      const named = await namingAreas(context, { areas, mirrors: this.mirrors });
      const checks = [await this.#allUnchanged(), ...named.checks];
      const before = await this.#read(id, checks);
      const distinct = change.areas && { areas: [...new Set(areas)] };
      const after: ScreenRecord = { ...before, ...change, ...distinct };
      if (after.name.toLowerCase() !== before.name.toLowerCase()) this.#requireFreeName(after.name);
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "screen",
        id,
        by,
        before: shown(before),
        after: shown(after),
      });
      mutations.push({ type: "set", key: keys.screen(id), value: after }, CHANGED, ...named.mutations);
      return { result: after, commit: { checks, mutations, frames } };
    });
    return this.#withUse(updated);
  }

  end(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const checks: Check[] = [];
      const before = await this.#read(id, checks);
      const change = { action: "ended", type: "screen", id, by, before: shown(before) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push({ type: "delete", key: keys.screen(id) }, CHANGED);
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  use(token: string, address: string): ScreenRecord | undefined {
    const hash = this.#hashes.of(token);
    const [record] = this.mirrors.screensByHash.of(hash);
    if (record === undefined) return this.#hashes.forget(token);
    this.#hashes.keep(token, hash);
    this.#recordUse(record, address);
    return record;
  }

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

  /** The check fails once any screen is added, changed or ended, so those in memory are complete. */
  #allUnchanged(): Promise<Check> {
    return unchangedMark(this.context, keys.screens());
  }

  #read(id: number, checks: Check[]): Promise<ScreenRecord> {
    const stored = { key: keys.screen(id), kind: kinds.screen, what: "screen", id };
    return readToChange(this.context, stored, checks);
  }

  #requireFreeName(name: string): void {
    const other = this.byName(name);
    if (other === undefined) return;
    throw invalid("name", `A screen named "${other.name}" exists already; choose another name`);
  }
}

const CHANGED: Mutation = { type: "sum", key: keys.screens(), value: 0 };

function tooMany() {
  return invalid(
    "",
    `${SCREEN_LIMITS.screens} screens exist already, the most that are possible; end one first`,
  );
}

/** The fields that the audit log may contain. */
function shown({ id, name, start_page, areas, last_address }: ScreenRecord): Record<string, unknown> {
  return { id, name, start_page, areas, address: last_address };
}
