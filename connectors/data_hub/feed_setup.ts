import type { Ms } from "../../domain/shared/time.ts";
import { FeedExpired, type FeedPosition } from "./contract.ts";
import { connectionFailed, cutText } from "./failure.ts";
import type { Limits } from "./limits.ts";
import type { Sleep } from "./sleep.ts";
import type { ResourceChange, Signups } from "./signups.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { SignupWire } from "./wire.ts";

export interface FeedSetupOptions {
  signups: Signups;
  /** The name of our signups, and the client id that owns them. */
  clientName: string;
  clientId: string;
  now: () => Ms;
  sleep: Sleep;
  closed: AbortSignal;
  limits: Limits;
}

/** Brings a signup to feeding exactly the streams wanted. */
export interface FeedSetup {
  /** One of our signups made to fit; undefined when there is none. */
  reuse(wanted: Subscriptions): Promise<FeedPosition | undefined>;
  create(wanted: Subscriptions): Promise<FeedPosition>;
  /** Resolves once the signup is active and lists what was added. */
  apply(signupId: string, change: ResourceChange): Promise<void>;
}

export function createFeedSetup(options: FeedSetupOptions): FeedSetup {
  const { signups, limits } = options;

  async function apply(signupId: string, change: ResourceChange): Promise<void> {
    const failed: ResourceChange = { add: [], remove: [] };
    for (const chunk of chunks(change, limits.resourceChunkSize)) {
      const problems = await signups.change(signupId, chunk);
      failed.add.push(...problems.add);
      failed.remove.push(...problems.remove);
    }
    if (change.add.length + change.remove.length === 0) return;
    await waitUntil(options, () => isTakenIn(options, { signupId, change, failed }));
  }

  async function fit(signupId: string, wanted: Subscriptions): Promise<FeedPosition> {
    await waitUntilActive(options, signupId);
    const present = await signups.resources(signupId);
    await apply(signupId, {
      add: wanted.resources().filter((resource) => !present.has(resource.toLowerCase())),
      remove: [...present.values()].filter((resource) => !wanted.has(resource)),
    });
    return { signupId, bookmark: await waitUntilActive(options, signupId) };
  }

  async function fitOrUndo(signupId: string, wanted: Subscriptions): Promise<FeedPosition> {
    try {
      return await fit(signupId, wanted);
    } catch (error) {
      await signups.remove(signupId).catch(() => undefined);
      throw error;
    }
  }

  return {
    apply,
    async reuse(wanted) {
      const ours = (await signups.list()).filter((one) => isOurs(one, options));
      for (const { id } of ours) {
        const position = await orGone(fit(id, wanted));
        if (position !== undefined) return position;
      }
      return undefined;
    },
    async create(wanted) {
      const first = wanted.resources().slice(0, limits.resourceChunkSize);
      const { id } = await signups.create(options.clientName, first);
      return await fitOrUndo(id, wanted);
    },
  };
}

async function orGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
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

function isEnded(one: SignupWire): boolean {
  const state = one.signupState?.toLowerCase();
  return state === "expired" || state === "failed";
}

/** The signup's bookmark once it is active: asking for the signup is what moves it on. */
async function waitUntilActive(options: FeedSetupOptions, signupId: string): Promise<string> {
  return await waitUntil(options, () => activeBookmark(options, signupId));
}

async function activeBookmark({ signups }: FeedSetupOptions, signupId: string): Promise<string | undefined> {
  const one = await signups.get(signupId);
  if (isEnded(one)) throw new FeedExpired(`The signup is ${one.signupState}`);
  return one.signupState?.toLowerCase() === "active" && one.bookmark ? one.bookmark : undefined;
}

interface Applied {
  signupId: string;
  change: ResourceChange;
  failed: ResourceChange;
}

/** True once the signup is active and its list agrees; refuses with the ids that were turned away for good. */
async function isTakenIn(options: FeedSetupOptions, applied: Applied): Promise<true | undefined> {
  const { signupId, change, failed } = applied;
  if (await activeBookmark(options, signupId) === undefined) return undefined;
  const present = await options.signups.resources(signupId);
  const lacking = change.add.filter((id) => !present.has(id.toLowerCase()));
  const refused = [
    ...failed.add.filter((id) => !present.has(id.toLowerCase())),
    ...failed.remove.filter((id) => present.has(id.toLowerCase())),
  ];
  if (refused.length > 0) throw refusedResources(refused);
  return lacking.length === 0 ? true : undefined;
}

function refusedResources(ids: string[]): Error {
  const named = cutText(ids.slice(0, 10).join(", "));
  return connectionFailed(`The change feed does not take ${ids.length} streams: ${named}`, {
    resource_ids: ids,
  });
}

/** Asks again, a step apart, until there is an answer; refuses once the time allowed is over. */
async function waitUntil<T>(options: FeedSetupOptions, ask: () => Promise<T | undefined>): Promise<T> {
  const { now, sleep, closed, limits } = options;
  const endMs = now() + limits.activationMs;
  const most = Math.ceil(limits.activationMs / limits.activationStepMs);
  for (let asked = 0; asked <= most; asked++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (now() >= endMs) break;
    await sleep(limits.activationStepMs, closed);
  }
  throw connectionFailed(`The change feed was not ready within ${limits.activationMs / 1000} s`);
}

function* chunks({ add, remove }: ResourceChange, size: number): Generator<ResourceChange> {
  for (let at = 0; at < add.length; at += size) yield { add: add.slice(at, at + size), remove: [] };
  for (let at = 0; at < remove.length; at += size) yield { add: [], remove: remove.slice(at, at + size) };
}
