import { FeedExpired } from "../source.ts";
import { refusedStatus } from "../source_failure.ts";
import { postInHalves } from "./halving.ts";
import type { Limits } from "./limits.ts";
import { type Holding, planSignups, type SignupChange } from "./signup_plan.ts";
import type { Resource, Signups } from "./signups.ts";
import { type WaitOptions, waitUntil } from "./waiting.ts";
import type { SignupWire } from "./wire.ts";

export interface FeedSetupOptions extends WaitOptions {
  signups: Signups;
  /** The name of our signups, and the client id that owns them. */
  clientName: string;
  clientId: string;
  limits: Limits;
}

/** One of our signups: its resources and the start of its feed. */
export interface OpenSignup extends Holding {
  bookmark: string;
}

/** Updates our signups so that they contain exactly the required streams. */
export interface FeedSetup {
  /** Our active signups at the source, without those that have ended. */
  find(): Promise<OpenSignup[]>;
  /** Creates, changes and deletes signups, and returns them. A resource that the source refuses is in none. */
  fit(present: readonly OpenSignup[], required: readonly string[]): Promise<OpenSignup[]>;
}

/** Statuses of a service without signups or a client without access; 409: the tenant has no signup left. */
const NO_SIGNUPS = [403, 404, 405, 409];

export function refusesSignups(error: unknown): boolean {
  return NO_SIGNUPS.includes(refusedStatus(error) ?? 0);
}

export function createFeedSetup(options: FeedSetupOptions): FeedSetup {
  const { signups, limits } = options;

  return {
    async find() {
      const ours = (await signups.list()).filter((one) => isOurs(one, options));
      const found: OpenSignup[] = [];
      for (const { id } of ours) {
        const one = await orExpired(async () => {
          const bookmark = await waitUntilActive(options, id);
          return { signupId: id, bookmark, resources: await signups.resources(id) };
        });
        if (one !== undefined) found.push(one);
      }
      return found;
    },
    async fit(present, required) {
      const plan = planSignups(present, { required, size: limits.signupSize });
      const bookmarks = new Map(present.map((one) => [one.signupId, one]));
      const fitted: OpenSignup[] = [];
      for (const change of plan.remaining) {
        const before = bookmarks.get(change.signupId);
        if (before !== undefined) fitted.push(await changed(options, { before, change }));
      }
      fitted.push(...await makeAll(options, { fresh: plan.fresh, others: fitted.length }));
      for (const id of plan.spare) await signups.remove(id);
      return fitted;
    },
  };
}

async function changed(
  options: FeedSetupOptions,
  { before, change }: { before: OpenSignup; change: SignupChange },
): Promise<OpenSignup> {
  if (change.add.length + change.remove.length === 0) return before;
  return { ...before, resources: await apply(options, change) };
}

/** Creates signups; on a failure, deletes those created so far. */
async function makeAll(
  options: FeedSetupOptions,
  { fresh, others }: { fresh: string[][]; others: number },
): Promise<OpenSignup[]> {
  const made: string[] = [];
  const filled: OpenSignup[] = [];
  try {
    for (const ids of fresh) {
      const signupId = await begin(options, { ids, isFirst: others + made.length === 0 });
      if (signupId === undefined) continue;
      made.push(signupId);
      filled.push(await fill(options, { signupId, ids }));
    }
    return filled;
  } catch (error) {
    for (const id of made) await options.signups.remove(id).catch(() => undefined);
    throw error;
  }
}

/** Creates a signup with the first accepted ids; undefined without any, or when no further signup is allowed. */
async function begin(
  { signups, limits, clientName }: FeedSetupOptions,
  { ids, isFirst }: { ids: string[]; isFirst: boolean },
): Promise<string | undefined> {
  let made: string | undefined;
  const post = async (part: string[]): Promise<string[]> => {
    made ??= (await signups.create(clientName, part)).id;
    return [];
  };
  try {
    const first = ids.slice(0, limits.resourceChunkSize);
    await postInHalves(first, { post, most: limits.maxHalvings, statuses: [400] });
    return made;
  } catch (error) {
    if (isFirst || !refusesSignups(error)) throw error;
    return undefined;
  }
}

async function fill(
  options: FeedSetupOptions,
  { signupId, ids }: { signupId: string; ids: string[] },
): Promise<OpenSignup> {
  await waitUntilActive(options, signupId);
  const present = await options.signups.resources(signupId);
  const add = ids.filter((id) => !present.has(id.toLowerCase()));
  const resources = add.length === 0 ? present : await apply(options, { signupId, add, remove: [] });
  return { signupId, resources, bookmark: await waitUntilActive(options, signupId) };
}

/** Resolves once the signup is active and lists what was added; after the time limit with what it lists. */
async function apply(
  options: FeedSetupOptions,
  { signupId, add, remove }: SignupChange,
): Promise<ReadonlyMap<string, Resource>> {
  const { signups, limits } = options;
  const notAccepted = new Set<string>();
  for (const chunk of chunks(remove, limits.resourceChunkSize)) {
    await signups.change(signupId, { add: [], remove: chunk });
  }
  for (const chunk of chunks(add, limits.resourceChunkSize)) {
    const post = async (part: string[]) => (await signups.change(signupId, { add: part, remove: [] })).add;
    const rest = await postInHalves(chunk, { post, most: limits.maxHalvings, statuses: [400, 403] });
    for (const id of rest) notAccepted.add(id);
  }
  let listed: ReadonlyMap<string, Resource> | undefined;
  return await waitUntil(options, {
    async ask() {
      if (await activeBookmark(options, signupId) === undefined) return undefined;
      const present = listed = await signups.resources(signupId);
      const isComplete = add.every((id) => notAccepted.has(id) || present.has(id.toLowerCase()));
      return isComplete ? present : undefined;
    },
    instead: () => listed,
  });
}

async function orExpired<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FeedExpired) return undefined;
    throw error;
  }
}

/** Only the client that created a signup may read its updates. */
function isOurs(one: SignupWire, { clientName, clientId }: FeedSetupOptions): boolean {
  const owner = one.owner?.objectId;
  return one.name === clientName && !isEnded(one) &&
    (!owner || owner.toLowerCase() === clientId.toLowerCase());
}

export function isEnded(one: SignupWire): boolean {
  const state = one.signupState?.toLowerCase();
  return state === "expired" || state === "failed";
}

/** The bookmark of a signup once it is active. Reading the signup is what activates it. */
async function waitUntilActive(options: FeedSetupOptions, signupId: string): Promise<string> {
  return await waitUntil(options, { ask: () => activeBookmark(options, signupId) });
}

async function activeBookmark({ signups }: FeedSetupOptions, signupId: string): Promise<string | undefined> {
  const one = await signups.get(signupId);
  if (isEnded(one)) throw new FeedExpired(`The signup is ${one.signupState}`);
  return one.signupState?.toLowerCase() === "active" && one.bookmark ? one.bookmark : undefined;
}

function* chunks(ids: readonly string[], size: number): Generator<string[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}
