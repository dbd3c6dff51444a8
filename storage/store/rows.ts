import type { AnyMutation, Check, Key } from "../../domain/shared/commit.ts";

/** A commit as the lanes know it: rows and sizes. */
export interface Rows {
  checks: readonly Check[];
  mutations: readonly AnyMutation[];
  appends: readonly Append[];
}

/** What a commit adds to a log. */
export interface Append<T = unknown> {
  log: AppendLog<T>;
  items: readonly T[];
  bytes: number;
}

/** A log with one entry an atomic: the items of all its commits, in their order, under its versionstamp. */
export interface AppendLog<T = unknown> {
  name: string;
  /** The most bytes of one atomic. */
  mostBytes: number;
  /** The key of value `i` of an atomic, but for its last part, the versionstamp. */
  prefix(i: number): Key;
  /** Almost always one value. */
  valuesOf(items: readonly T[], bytes: number): unknown[];
}
