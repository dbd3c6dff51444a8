import { KINDS_OF_TESTS } from "../../support/configured.ts";
import type { Actor } from "../../../domain/access/types.ts";
import type { OutOfServiceRecord } from "../../../domain/out_of_service/schema.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { openOver, type StorageOptions } from "../../../storage/open.ts";
import { deployMutations } from "../../../storage/writes/instance.ts";
import { msOfUlid, newUlid } from "../../../storage/writes/ulid.ts";
import { type DeadlineClock } from "../../../storage/store/deadline.ts";
import { type KvBackend, kvBackend } from "../../../storage/store/backend.ts";
import { type KvStore, openStore } from "../../../storage/store/store.ts";
import type { StoreOptions } from "../../../storage/store/options.ts";
import type { InstanceDraft } from "../../../storage/instance_batch.ts";
import type { TemplateDraft } from "../../../storage/templates.ts";

export const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));

export interface TestStore extends AsyncDisposable {
  store: KvStore;
  backend: KvBackend;
  kv: Deno.Kv;
}

/** A stopped clock for deadlines, so that a slow machine misses none. It advances when a call hangs, or by hand. */
export class StoppedClock implements DeadlineClock {
  #nowMs = 0;
  readonly #timers = new Set<{ at: number; call: () => void }>();

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, call: () => void): () => void {
    const timer = { at: this.#nowMs + delayMs, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  turn(ms: number): void {
    this.#nowMs += ms;
    for (const timer of this.#timers) {
      if (timer.at <= this.#nowMs && this.#timers.delete(timer)) timer.call();
    }
  }

  /** A promise that never resolves: once callers wait for it, the clock advances by this time. */
  hang<T>(ms: number): Promise<T> {
    setTimeout(() => this.turn(ms));
    return new Promise(() => {});
  }
}

type Place = "memory" | "file";
export const PLACES: Place[] = ["memory", "file"];

/** A store over real KV, optionally through `wrap`. No deadline passes on its own. */
export async function testStore(
  options: Partial<StoreOptions> & { place?: Place; wrap?: (backend: KvBackend) => KvBackend } = {},
): Promise<TestStore> {
  const { place = "memory", wrap = (backend) => backend, ...rest } = options;
  const directory = place === "file" ? await Deno.makeTempDir() : undefined;
  const kv = await Deno.openKv(directory === undefined ? ":memory:" : `${directory}/kv.sqlite`);
  const backend = wrap(kvBackend(kv));
  const clock = new StoppedClock();
  const store = await openStore({ backend, random, clock, versionstampStep: 65_536, ...rest });
  return {
    store,
    backend,
    kv,
    async [Symbol.asyncDispose]() {
      await store.close();
      if (directory !== undefined) await Deno.remove(directory, { recursive: true });
    },
  };
}

/** Runs `action` once, between a caller's first read under `prefix` and its next step. */
export function interleaving(prefix: string, action: () => Promise<unknown>) {
  let armed = false;
  const after = async (seen: boolean): Promise<void> => {
    if (!armed || !seen) return;
    armed = false;
    await action();
  };
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    getMany: async (keys) => {
      const found = await backend.getMany(keys);
      await after(keys.some(([first]) => first === prefix));
      return found;
    },
    list: (selector, options) => {
      const found = backend.list(selector, options);
      const seen = "prefix" in selector && selector.prefix[0] === prefix;
      return seen ? listed(found, () => after(true)) : found;
    },
  });
  return { wrap, arm: () => armed = true };
}

async function* listed<T>(entries: AsyncIterable<T>, end: () => Promise<void>): AsyncGenerator<T, undefined> {
  yield* entries;
  await end();
}

/** A gate that tests open. */
export function gate(): { wait: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: promise, open: resolve };
}

const UNTIL_MS = 60_000;
/** Long enough for a slow machine. */
const CALL_DEADLINE_MS = 600_000;

/** Waits until the condition holds, with a deadline. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + UNTIL_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`The condition did not come to hold within ${UNTIL_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** A time after that of each id of this isolate: ids ascend, also where a clock is behind. */
export function afterAllIds(): number {
  return (msOfUlid(newUlid(Date.now(), Math.random)) ?? 0) + 1;
}

export const BY: Actor = { name: "anna", role: "admin" };

export interface TestStorage extends AsyncDisposable {
  storage: Storage;
  clock: { ms: number };
}

/** A whole storage over real KV with a manual clock. */
export async function testStorage(
  options: {
    wrap?: (backend: KvBackend) => KvBackend;
    kv?: Deno.Kv;
    ms?: number;
    /** A clock that something else turns. */
    clock?: { ms: number };
    passwordCost?: StorageOptions["passwordCost"];
    sourceKinds?: StorageOptions["sourceKinds"];
  } = {},
): Promise<TestStorage> {
  const { wrap = (backend) => backend, kv, ms = Date.UTC(2026, 0, 31, 8, 15, 2, 123) } = options;
  const { clock = { ms } } = options;
  const own = kvBackend(kv ?? await Deno.openKv(":memory:"));
  const backend = wrap(kv === undefined ? own : { ...own, close: () => {} });
  const secretsKey = new Uint8Array(32).fill(7);
  const storage = await openOver(backend, {
    path: ":memory:",
    now: () => clock.ms,
    random,
    secretsKey,
    sourceKinds: { ...KINDS_OF_TESTS, ...options.sourceKinds },
    passwordCost: options.passwordCost ?? { N: 1_024, r: 8, p: 1 },
    callDeadlineMs: CALL_DEADLINE_MS,
  });
  return { storage, clock, [Symbol.asyncDispose]: () => storage.close() };
}

/** A template body; `change` has the fields that matter to the test. */
export function templateDraft(packageId: number, change: Partial<TemplateDraft> = {}): TemplateDraft {
  return {
    name: "Overheating",
    description: "",
    category: "health",
    color: "#aa0000",
    package_id: packageId,
    rules: [],
    placeholders: [],
    ...change,
  };
}

/** An instance body. */
export function instanceDraft(templateId: number, name: string, node: string | null = null): InstanceDraft {
  return { template_id: templateId, instance_name: name, plant_node_floc_id: node, bindings: {} };
}

/** Commits a deployment or its end as the instance actor does; false when a check fails. */
export async function deploy({ store }: Storage, id: number, isDeployed = true): Promise<boolean> {
  const instance = await store.get<InstanceRecord>(keys.instance(id));
  if (instance === undefined) return false;
  const template = await store.get(keys.template(instance.value.template_id));
  if (template === undefined) return false;
  const after = { ...instance.value, is_deployed: isDeployed };
  const checks = [instance, ...(isDeployed ? [template] : [])];
  const result = await store.commit({ checks, mutations: deployMutations(instance.value, after) }, 1);
  return result.ok;
}

/** An event record; `change` has the fields that matter to the test. */
export function eventRecord(change: Partial<EventRecord> & { id: number }): EventRecord {
  const start_time = change.start_time ?? "2026-01-31T08:00:00.000Z";
  return {
    v: 1,
    event_name: "Pump 1 hot",
    event_description: "",
    severity: "warning",
    is_active: true,
    start_time,
    activated_at: start_time,
    end_time: null,
    closed_at: null,
    recorded_at: start_time,
    close_reason: null,
    enrichment: {},
    template_instance: "Pump 1",
    category: "health",
    template_id: 1,
    template_version: 1,
    instance_id: 1,
    rule_id: `r${change.id}`,
    plant_node_floc_id: null,
    acknowledged_at: null,
    acknowledged_by: null,
    note: null,
    shelved_until: null,
    shelve_reason: null,
    data_state: "known",
    flags: [],
    revision: 1,
    trigger: [],
    onset: 0,
    deployment: 1,
    ...change,
  };
}

/** An interval out of service that has ended. */
export function outOfServiceRecord(
  change: Partial<OutOfServiceRecord> & Pick<OutOfServiceRecord, "id" | "scope">,
): OutOfServiceRecord {
  const starts_at = "2026-01-30T08:00:00.000Z", ended_at = "2026-01-30T09:00:00.000Z";
  return {
    ...{ v: 1, starts_at, ends_at: ended_at, ended_at, ended_by: null, recorded_state: "ended" },
    ...{ reason: "Bearings", work_order: null, created_at: starts_at, created_by: "anna" },
    ...change,
  };
}

/** The refusal of a promise: code and issue paths. */
export async function refusalOf(call: () => Promise<unknown>): Promise<{ code: string; paths: string[] }> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const issues = (error.details.issues ?? []) as { path: string }[];
    return { code: error.code, paths: issues.map((issue) => issue.path) };
  }
  throw new Error("It was not refused");
}

export const invalidAt = (path: string) => ({ code: "VALIDATION_FAILED", paths: [path] });
export const refusedAs = (code: string) => ({ code, paths: [] });
