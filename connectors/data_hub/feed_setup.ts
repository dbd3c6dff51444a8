import { FeedExpired } from "../source.ts";
import { refusedStatus } from "./failure.ts";
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

/** A signup of ours as it stands: what it holds, and where its feed begins. */
export interface OpenSignup extends Holding {
  bookmark: string;
}

/** Brings our signups to holding exactly the streams wanted. */
export interface FeedSetup {
  /** Our signups at the source, active; those that ended, or go meanwhile, are left out. */
  find(): Promise<OpenSignup[]>;
  /** The signups after making, changing and deleting. A resource that the source does not take stands in none. */
  fit(present: readonly OpenSignup[], wanted: readonly string[]): Promise<OpenSignup[]>;
}

/** Statuses of a service, or a client's rights, without signups; 409 is the tenant's last signup spent. */
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
        const one = await orGone(async () => {
          const bookmark = await waitUntilActive(options, id);
          return { signupId: id, bookmark, resources: await signups.resources(id) };
        });
        if (one !== undefined) found.push(one);
      }
      return found;
    },
    async fit(present, wanted) {
      const plan = planSignups(present, { wanted, size: limits.signupSize });
      const bookmarks = new Map(present.map((one) => [one.signupId, one]));
      const fitted: OpenSignup[] = [];
      for (const change of plan.kept) {
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

/** What fails on the way takes the signups made so far back with it. */
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

/** A new signup of the first of these that are taken; undefined when none is, or, beside others, no more signups. */
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

/** Resolves once the signup is active and lists what it took in; with what it lists, when the time is over. */
async function apply(
  options: FeedSetupOptions,
  { signupId, add, remove }: SignupChange,
): Promise<ReadonlyMap<string, Resource>> {
  const { signups, limits } = options;
  const notTaken = new Set<string>();
  for (const chunk of chunks(remove, limits.resourceChunkSize)) {
    await signups.change(signupId, { add: [], remove: chunk });
  }
  for (const chunk of chunks(add, limits.resourceChunkSize)) {
    const post = async (part: string[]) => (await signups.change(signupId, { add: part, remove: [] })).add;
    const rest = await postInHalves(chunk, { post, most: limits.maxHalvings, statuses: [400, 403] });
    for (const id of rest) notTaken.add(id);
  }
  let listed: ReadonlyMap<string, Resource> | undefined;
  return await waitUntil(options, {
    async ask() {
      if (await activeBookmark(options, signupId) === undefined) return undefined;
      const present = listed = await signups.resources(signupId);
      const isComplete = add.every((id) => notTaken.has(id) || present.has(id.toLowerCase()));
      return isComplete ? present : undefined;
    },
    instead: () => listed,
  });
}

async function orGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FeedExpired) return undefined;
    throw error;
  }
}

/** Only the client that made a signup may read its updates. */
function isOurs(one: SignupWire, { clientName, clientId }: FeedSetupOptions): boolean {
  const owner = one.owner?.objectId;
  return one.name === clientName && !isEnded(one) &&
    (!owner || owner.toLowerCase() === clientId.toLowerCase());
}

export function isEnded(one: SignupWire): boolean {
  const state = one.signupState?.toLowerCase();
  return state === "expired" || state === "failed";
}

/** The signup's bookmark once it is active: asking for the signup is what moves it on. */
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
