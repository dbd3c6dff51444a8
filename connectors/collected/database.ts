import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Refusal } from "../../domain/shared/refusal.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { connectionFailed } from "./failure.ts";

declare module "node:sqlite" {
  interface StatementSync {
    /** Rows come as arrays. */
    setReturnArrays(enabled: boolean): void;
  }
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS streams (
  key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, type TEXT, unit TEXT, path TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS samples (
  stream INTEGER, time INTEGER, value, quality INTEGER NOT NULL, PRIMARY KEY (stream, time)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS hours (
  stream INTEGER, hour INTEGER, count INTEGER NOT NULL, samples BLOB NOT NULL, PRIMARY KEY (stream, hour)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS hours_by_hour ON hours (hour);
CREATE TABLE IF NOT EXISTS arrivals (
  number INTEGER PRIMARY KEY, at INTEGER NOT NULL, complete_to INTEGER NOT NULL, count INTEGER NOT NULL,
  columns BLOB NOT NULL, texts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS life (since INTEGER PRIMARY KEY, until INTEGER NOT NULL);`;

/** Bumped when the tables change so that older files need another reading. */
const SCHEMA_VERSION = "1";
const SQLITE_FULL = 13;
const OPEN_TRIES = 50, OPEN_RETRY_MS = 100;

export interface DatabaseOptions {
  path: string;
  /** Names the store when its file is new. */
  newId: () => string;
  /** The most pages of 4,096 bytes; for tests of a full disk. */
  mostPages?: number;
}

/** The file of one source, with its statements. One process has it open. */
export class Database implements Disposable {
  readonly #statements = new Map<string, StatementSync>();

  private constructor(private readonly file: DatabaseSync, readonly id: string) {}

  /** A connection that has just been closed may hold the file for a moment. */
  static async open(options: DatabaseOptions): Promise<Database> {
    for (let tries = 1;; tries++) {
      try {
        return Database.#open(options);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof Refusal) throw error;
        if (!reason.includes("locked")) throw connectionFailed(`${options.path} cannot be opened: ${reason}`);
        if (tries === OPEN_TRIES) throw connectionFailed(`${options.path} is in use by another process`);
        await sleep(OPEN_RETRY_MS);
      }
    }
  }

  static #open({ path, newId, mostPages }: DatabaseOptions): Database {
    const file = new DatabaseSync(path);
    try {
      file.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
      file.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
      if (mostPages !== undefined) file.exec(`PRAGMA max_page_count = ${mostPages}`);
      return new Database(file, idOf(file, newId));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.file.isOpen;
  }

  run(sql: string, ...values: SQLInputValue[]): { key: number; changes: number } {
    const { lastInsertRowid, changes } = this.#prepared(sql).run(...values);
    return { key: Number(lastInsertRowid), changes: Number(changes) };
  }

  /** The rows as arrays: twice as fast as objects. */
  rows(sql: string, ...values: SQLInputValue[]): SqlRow[] {
    return this.#prepared(sql).all(...values) as unknown as SqlRow[];
  }

  row(sql: string, ...values: SQLInputValue[]): SqlRow | undefined {
    return this.#prepared(sql).get(...values) as unknown as SqlRow | undefined;
  }

  setting(name: string): string | undefined {
    return this.row("SELECT value FROM settings WHERE name = ?", name)?.[0] as string | undefined;
  }

  set(name: string, value: string | null): void {
    if (value === null) this.run("DELETE FROM settings WHERE name = ?", name);
    else this.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value);
  }

  /** All of it is on disk when it returns; when it throws, nothing of it is stored. */
  transaction<T>(work: () => T): T {
    this.file.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.file.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.file.isTransaction) this.file.exec("ROLLBACK");
      throw error;
    }
  }

  /** The bytes that are in use; free pages of the file are not. */
  usedBytes(): number {
    const [pages, free, size] = ["page_count", "freelist_count", "page_size"].map((name) =>
      Number(this.row(`PRAGMA ${name}`)?.[0])
    );
    return (pages! - free!) * size!;
  }

  [Symbol.dispose](): void {
    if (this.isOpen) this.file.close();
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.file.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

export type SqlRow = readonly SqlValue[];
type SqlValue = string | number | null | Uint8Array<ArrayBuffer>;

function idOf(file: DatabaseSync, newId: () => string): string {
  const stored = (name: string) =>
    file.prepare("SELECT value FROM settings WHERE name = ?").get(name)?.value as string | undefined;
  const known = stored("store");
  if (known === undefined) {
    const id = newId();
    file.prepare("INSERT INTO settings VALUES ('store', ?), ('version', ?)").run(id, SCHEMA_VERSION);
    return id;
  }
  if (stored("version") === SCHEMA_VERSION) return known;
  throw connectionFailed(
    `The store was written by another version of Andon (its format is ${
      stored("version")
    }, this one reads ${SCHEMA_VERSION})`,
  );
}

/** What a sender is told when a write to disk failed. */
export function writeRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const isFull = (error as { errcode?: unknown }).errcode === SQLITE_FULL;
  return new Refusal(
    "UNAVAILABLE",
    isFull
      ? "The disk is full, so nothing was stored; make room, or store fewer days (`keep_days`, `keep_gib`). Send it again"
      : `Nothing was stored: ${reason}. Send it again`,
    { reason },
  );
}
