import { keys } from "../keys.ts";
import type {
  AnyCommit,
  AnyMutation,
  Commit,
  CommitResult,
  Entry,
  Key,
  ListSelector,
  StorePort,
} from "../../domain/shared/commit.ts";
import { composed } from "../writes/compose.ts";
import type { Refusal } from "../../domain/shared/refusal.ts";
import { createCommitFigures } from "./commit_figures.ts";
import { CallDeadline, unavailable } from "./deadline.ts";
import { Health, type StoreUse, TAKEN_OVER } from "./health.ts";
import { Ids } from "./ids.ts";
import { Lane } from "./lane.ts";
import { CommitReorderBuffer } from "./commit_reorder_buffer.ts";
import type { StoreOptions } from "./options.ts";
import { Probe } from "./probe.ts";
import { Reads } from "./reads.ts";
import { SharedWrites } from "./shared_writes.ts";
import { type LockedPrefix, PrefixLocks } from "./read_write_lock.ts";
import { LEASE_EXPIRED, refusalOf } from "./trouble.ts";
import type { PublishedCommit, StoreStats } from "./published.ts";
import type { QueuedCommit } from "./queued_commit.ts";
import { REWRITTEN_WIDE, WideValues } from "./wide.ts";

/** Called for every commit of this store, in the order of commits. */
export type CommitListener = (mutations: readonly AnyMutation[], versionstamp: string) => void;

const DEADLINE_MS = 5_000;
const LANE_QUEUE = 10_000;

/** Opens the store over a backend, which it owns and closes. */
export async function openStore(options: StoreOptions): Promise<KvStore> {
  const store = new KvStore(options);
  await store.findParts();
  return store;
}

/** Shares one Deno KV handle among many callers: reads run at once, commits are grouped on lanes. */
export class KvStore implements StorePort {
  readonly #options: Required<Pick<StoreOptions, "laneQueue">> & StoreOptions;
  readonly #deadline: CallDeadline;
  readonly #health: Health;
  readonly #probe: Probe;
  readonly #reads: Reads;
  readonly #ids: Ids;
  readonly #sharedWrites: SharedWrites;
  readonly #wide = new WideValues();
  readonly #reorderBuffer: CommitReorderBuffer;
  readonly #prefixLocks: PrefixLocks;
  readonly #lanes = new Map<number, Lane>();
  readonly #commitListeners = new Set<CommitListener>();
  readonly #publishedListeners = new Set<(committed: PublishedCommit) => void>();
  readonly #owner: string;
  #counts = { commits: 0, writes: 0, conflicts: 0 };
  readonly #figures = createCommitFigures();
  #isIgnored: (mutation: AnyMutation) => boolean = () => false;
  #commitIds = 0;
  #accepting = true;
  #closed = false;

  constructor(options: StoreOptions) {
    this.#options = { ...options, laneQueue: options.laneQueue ?? LANE_QUEUE };
    this.#deadline = new CallDeadline(options.callDeadlineMs ?? DEADLINE_MS, options.clock);
    this.#health = new Health(options.log ?? (() => {}), () => this.#probe.start());
    this.#probe = new Probe({ ...this.#shared(), health: this.#health, isClosed: () => this.#closed });
    this.#reorderBuffer = new CommitReorderBuffer(BigInt(options.versionstampStep ?? 1));
    this.#prefixLocks = new PrefixLocks(this.#deadline);
    this.#owner = options.random(16).toHex();
    this.#ids = new Ids(this);
    this.#reads = new Reads({ ...this.#shared(), health: this.#health });
    this.#sharedWrites = new SharedWrites({ ...this.#shared(), health: this.#health });
  }

  async get<T>(key: Key): Promise<Entry<T> | undefined> {
    return (await this.getMany<T>([key]))[0];
  }

  getMany<T>(requested: readonly Key[]): Promise<(Entry<T> | undefined)[]> {
    this.#refuseClosed();
    return this.#reads.getMany<T>(requested);
  }

  list<T>(selector: ListSelector): Promise<Entry<T>[]> {
    this.#refuseClosed();
    return this.#reads.list<T>(selector);
  }

  /**
   * Runs reads of several calls that must see one state of a prefix, in the store and in memory. Writers are
   * blocked only when a write interfered with a first attempt.
   */
  readLocked<T>(prefix: LockedPrefix, read: () => Promise<T>): Promise<T> {
    return this.#prefixLocks.read(prefix, read);
  }

  /** Errors of the enqueueing become the promise's rejection. */
  commit(commit: AnyCommit, lane: number): Promise<CommitResult> {
    try {
      if (!this.#accepting) throw unavailable("is closing");
      if (this.#health.fenced) throw refusalOf(TAKEN_OVER);
      const toWrite = this.#withoutIgnored(commit);
      return this.#lane(lane).enqueue(toWrite, composed(toWrite));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Leaves these mutations out of every commit: entries of an index that a setting has switched off. */
  leaveOut(isIgnored: (mutation: AnyMutation) => boolean): void {
    this.#isIgnored = isIgnored;
  }

  #withoutIgnored(commit: AnyCommit): AnyCommit {
    if (!commit.mutations.some(this.#isIgnored)) return commit;
    const mutations = commit.mutations.filter((mutation) => !this.#isIgnored(mutation));
    return { ...commit, mutations, notices: commit.notices ?? [] };
  }

  /** Commits without a lane, for keys that several processes write; see `SharedWrites` for the requirements. */
  // deno-lint-ignore require-await -- a thrown error becomes the promise's rejection
  async commitShared(commit: Commit): Promise<CommitResult> {
    if (!this.#accepting) throw unavailable("is closing");
    return this.#sharedWrites.commit(commit);
  }

  // deno-lint-ignore require-await -- a mistake in `count` becomes the promise's rejection
  async allocateIds(noun: string, count: number): Promise<number> {
    return this.#ids.allocate(noun, count);
  }

  /** The id that is allocated next, unless another process allocates first. */
  nextId(noun: string): Promise<number> {
    return this.#ids.next(noun);
  }

  /** Whether reads and writes succeed; false while the store is unreachable, full, locked … */
  healthy(): boolean {
    return this.#health.ok && this.#accepting && this.#isValid();
  }

  /** Another process leads: all further commits are refused. */
  fence(): void {
    this.#health.fence({});
  }

  /** Resolves once another process leads: this one writes no more. */
  get takenOver(): Promise<void> {
    return this.#health.takenOver;
  }

  /** The refusal that a read or write would get at present; null: none. */
  refusal(use: StoreUse): Refusal | null {
    const trouble = this.#health.trouble(use) ?? (this.#isValid() ? null : LEASE_EXPIRED);
    return trouble === null ? null : refusalOf(trouble);
  }

  #isValid(): boolean {
    return this.#options.isValid?.() ?? true;
  }

  onPublished(listener: (committed: PublishedCommit) => void): () => void {
    this.#publishedListeners.add(listener);
    return () => this.#publishedListeners.delete(listener);
  }

  /** For mirrors: called before the listeners of what is published and before the caller gets its answer. */
  onCommit(listener: CommitListener): () => void {
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }

  stats(): StoreStats {
    const queued = [...this.#lanes.values()].reduce((sum, lane) => sum + lane.queued, 0);
    return { ...this.#counts, queued, entriesRead: this.#reads.entriesRead, commit: this.#figures };
  }

  /** Waits until all commits so far are settled. */
  async settled(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.settled()));
  }

  /** Resolves when memory has all commits so far. UNAVAILABLE while one that was refused as late may still land. */
  async caughtUp(): Promise<void> {
    await this.settled();
    if (this.#lanes.values().some((lane) => lane.hasLateWrite)) {
      throw unavailable("is still busy with a write that takes too long");
    }
  }

  /** Waits for pending commits, at most for one deadline, then closes the handle. */
  async close(): Promise<void> {
    if (!this.#accepting) return;
    this.#accepting = false;
    const late = () => new Error("Some writes were still pending when the store closed");
    await this.#deadline.of(this.settled(), late).catch((error) => {
      this.#health.log("warn", String(error), {});
    });
    this.#closed = true;
    this.#probe.stop();
    for (const lane of this.#lanes.values()) lane.stop();
    await this.#options.settled?.();
    this.#options.backend.close();
  }

  /** Finds the values that are stored in parts. */
  async findParts(): Promise<void> {
    const prefix = keys.part([], 0)[0]!;
    for (const noun of REWRITTEN_WIDE) {
      for (const { key } of await this.list({ prefix: [prefix, noun] })) this.#wide.foundPart(key);
    }
  }

  #shared() {
    const { backend, laneQueue, random } = this.#options;
    return { backend, deadline: this.#deadline, laneQueue, random: () => random(1)[0]! / 256 };
  }

  #lane(number: number): Lane {
    const known = this.#lanes.get(number);
    if (known !== undefined) return known;
    const lane = new Lane(number, {
      ...this.#shared(),
      wide: this.#wide,
      reorderBuffer: this.#reorderBuffer,
      prefixLocks: this.#prefixLocks,
      health: this.#health,
      figures: this.#figures,
      owner: this.#owner,
      fence: this.#options.fence,
      nextCommitId: () => `${this.#owner}.${++this.#commitIds}`,
      isClosed: () => this.#closed,
      committed: (commits, versionstamp) => this.#committed(commits, versionstamp),
      conflicted: () => this.#counts.conflicts++,
    });
    this.#lanes.set(number, lane);
    return lane;
  }

  #committed(commits: QueuedCommit[], versionstamp: string): void {
    this.#counts.commits++;
    this.#counts.writes += commits.length;
    for (const queued of commits) {
      for (const listener of this.#commitListeners) {
        this.#notify(() => listener(queued.commit.mutations, versionstamp));
      }
    }
    const frames = commits.flatMap(({ commit }) => commit.frames ?? []);
    const notices = commits.flatMap(({ commit }) => commit.notices ?? []);
    if (frames.length + notices.length > 0) {
      const published = { versionstamp, frames, notices };
      for (const listener of this.#publishedListeners) this.#notify(() => listener(published));
    }
    for (const queued of commits) if (!queued.settled) queued.answer({ ok: true, versionstamp });
  }

  /** An error in one listener must not affect the other listeners or the writer. */
  #notify(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#health.log("error", "A listener of commits threw", { error: String(error) });
    }
  }

  #refuseClosed(): void {
    if (this.#closed) throw unavailable("is closed");
  }
}
