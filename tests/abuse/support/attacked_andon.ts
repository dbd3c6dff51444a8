import { assert, assertEquals } from "@std/assert";
import { sleep } from "../../../concurrency/sleep.ts";
import { type Role, ROLES } from "../../../domain/access/types.ts";
import { openStorage } from "../../../storage/open.ts";
import { furnish } from "../../contract/limit_fixture.ts";
import { AndonProcess, PASSWORD_COST, SECRETS_KEY } from "../../support/andon_process.ts";
import { apiContract } from "../../support/api_contract.ts";
import { HealthWatch } from "./health_watch.ts";
import { changesOf, type Stored, storedIn } from "./stored.ts";

/** The password of all users. */
export const PASSWORD = "correct horse battery";

/** Somebody who sends requests. */
export interface Caller {
  /** `session of viewer`, `a made-up key`. */
  who: string;
  /** null: an outsider. */
  role: Role | null;
  headers: Readonly<Record<string, string>>;
}

/** Memory in use may differ by so much from that before the attack, bytes: caches fill, and the heap is fragmented. */
const MEMORY_GROWTH = 192 * 1024 * 1024;
const RETURN_MS = 30_000;
const NOTHING = /(?!)/;
/** In a resource that only users with the right role may read. */
const MARK = "Utilities";

/** Andon in a process of its own, over a store with one of each resource and a user and a key of each role. */
export class AttackedAndon implements AsyncDisposable {
  readonly #health: HealthWatch;

  private constructor(
    readonly process: AndonProcess,
    /** Outsiders, and each role by a session and by an API key. */
    readonly callers: readonly Caller[],
    private readonly before: { dataDir: string; memory: number; stored: Stored },
  ) {
    this.#health = new HealthWatch(process.baseUrl);
  }

  /** Rate limits are off unless `environment` sets them. */
  static async start(environment: Record<string, string> = {}): Promise<AttackedAndon> {
    const dataDir = await Deno.makeTempDir();
    const path = `${dataDir}/andon.sqlite`;
    const callers = await furnished(path);
    const stored = await storedIn(path);
    const process = await AndonProcess.start({
      dataDir,
      allow: "only:127.0.0.1",
      collectsGarbage: true,
      environment: { ACTOR_SHARDS: "0", RATE_LIMIT_AI: "off", ...environment },
    });
    await warmUp(process.baseUrl, callers);
    return new AttackedAndon(process, callers, { dataDir, stored, memory: await process.memoryInUse() });
  }

  get baseUrl(): string {
    return this.process.baseUrl;
  }

  caller(who: string): Caller {
    const found = this.callers.find((one) => one.who === who);
    if (found === undefined) throw new TypeError(`There is no ${who}`);
    return found;
  }

  /**
   * Asserts that the attack left no trace: Andon answered throughout, and memory and store are as they were, but for
   * changes (`["session","…"]: {…}`) that match `expected`.
   */
  async assertUnharmed(expected = NOTHING): Promise<void> {
    const { failures, answered } = await this.#health.end();
    assertEquals(failures, [], this.process.log);
    assert(answered > 0, "/healthz was asked");
    await this.#memoryReturns();
    assertEquals(await this.process.stop(), 0, this.process.log);
    const { dataDir, stored } = this.before;
    const changes = changesOf(stored, await storedIn(`${dataDir}/andon.sqlite`));
    assertEquals(changes.filter((change) => !expected.test(change)), []);
    assert(!/Request failed|uncaught/i.test(this.process.log), this.process.log);
  }

  /** Requests that are under way at first may hold some for a while. */
  async #memoryReturns(): Promise<void> {
    const until = performance.now() + RETURN_MS;
    for (;;) {
      const growth = await this.process.memoryInUse() - this.before.memory;
      if (growth < MEMORY_GROWTH) return;
      assert(performance.now() < until, `${Math.round(growth / 2 ** 20)} MiB more are in use than before`);
      await sleep(1_000);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#health.end();
    await this.process.kill();
    await Deno.remove(this.before.dataDir, { recursive: true });
  }
}

/** The texts that no refusal of access may carry: they are in resources. */
export const RESERVED = new RegExp(MARK);

async function furnished(path: string): Promise<Caller[]> {
  const storage = await openStorage({
    path,
    now: Date.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    secretsKey: Uint8Array.from(atob(SECRETS_KEY), (char) => char.charCodeAt(0)),
    passwordCost: PASSWORD_COST,
  });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => storage.close());
  await furnish(storage);
  const callers: Caller[] = [
    { who: "nobody", role: null, headers: {} },
    { who: "a made-up session", role: null, headers: session("a".repeat(43)) },
    { who: "a made-up key", role: null, headers: bearer(`andon_${"a".repeat(43)}`) },
  ];
  const by = { name: "test", role: "admin" } as const;
  for (const role of ROLES) {
    const user = await storage.access.createUser(
      { username: role, password: PASSWORD, role, is_active: true },
      by,
    );
    const { token } = await storage.access.createSession(user.id);
    const draft = { name: `key of ${role}`, role, is_active: true, expires_at: null };
    const { key } = await storage.access.apiKeys.issue(draft, by);
    callers.push({ who: `session of ${role}`, role, headers: session(token) });
    callers.push({ who: `key of ${role}`, role, headers: bearer(key) });
  }
  return callers;
}

function session(token: string): Record<string, string> {
  return { cookie: `andon_session=${token}` };
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

/** What is loaded at the first request of its kind must not count as growth. */
async function warmUp(baseUrl: string, callers: readonly Caller[]): Promise<void> {
  const { operations } = await apiContract();
  const { headers } = callers[callers.length - 1];
  for (const { path } of operations.filter(({ method, path }) => method === "GET" && path !== "/api/ws")) {
    const answer = await fetch(baseUrl + path.replaceAll(/\{\w+\}/g, "1"), { headers });
    await answer.body?.cancel();
  }
}
