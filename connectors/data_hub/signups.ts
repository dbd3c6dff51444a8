import { FeedExpired } from "../source.ts";
import type { WireAnswer } from "../exchange.ts";
import { connectionFailed, refusedStatus } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { totalCount } from "./paging.ts";
import type { SignupPosition } from "./stream_address.ts";
import { parseWire } from "../wire.ts";
import { resourceList, resourceProblems, signup, signupList, type SignupWire } from "./wire.ts";

/** The calls of the Change Broker. A 404 for a signup becomes FeedExpired. */
export interface Signups {
  list(): Promise<SignupWire[]>;
  create(name: string, resourceIds: string[]): Promise<SignupWire>;
  get(id: string): Promise<SignupWire>;
  /** The resources by id in lower case. */
  resources(id: string): Promise<Map<string, Resource>>;
  /** Returns the ids that the source did not accept. */
  change(id: string, change: ResourceChange): Promise<ResourceChange>;
  /** `scan`: see ApiRequest. */
  updates(position: SignupPosition, scan: (bytes: Uint8Array) => unknown): Promise<WireAnswer>;
  remove(id: string): Promise<void>;
}

export interface Resource {
  id: string;
  /** False for a stream that is missing or that we may not read: the signup contains it but feeds nothing. */
  isAccessible: boolean;
}

export interface ResourceChange {
  add: string[];
  remove: string[];
}

export function createSignups({ namespace, limits }: { namespace: Namespace; limits: Limits }): Signups {
  const pageOf = async (skip: number) => {
    const answer = await namespace.request({
      path: ["signups"],
      query: { skip, count: limits.listPageSize },
      work: "feed",
    });
    return {
      items: parseWire(signupList, answer.body, "signups").signups,
      total: totalCount(answer.headers),
    };
  };
  const resourcePageOf = async (id: string, skip: number) => {
    const query = { skip, count: limits.resourcePageSize };
    const answer = await expiring(
      namespace.request({ path: ["signups", id, "resources"], query, work: "feed" }),
    );
    const { resources } = parseWire(resourceList, answer.body, "the signup's resources");
    return {
      items: resources.map(({ resourceId, isAccessible }) => ({
        id: resourceId,
        isAccessible: isAccessible !== false,
      })),
      total: totalCount(answer.headers),
    };
  };

  return {
    list: () => readPages(pageOf, limits.maxListPages),
    async create(name, resourceIds) {
      const body = { Name: name, ResourceType: "Stream", ResourceIds: resourceIds };
      const answer = await namespace.request({ method: "POST", path: ["signups"], body, work: "feed" });
      return parseWire(signup, answer.body, "the new signup");
    },
    async get(id) {
      const answer = await expiring(namespace.request({ path: ["signups", id], work: "feed" }));
      return parseWire(signup, answer.body, "the signup");
    },
    async resources(id) {
      const all = await readPages((skip) => resourcePageOf(id, skip), limits.maxListPages);
      return new Map(all.map((resource) => [resource.id.toLowerCase(), resource]));
    },
    change: (id, change) => postResources(namespace, id, change),
    updates: ({ signupId, bookmark }, scan) =>
      expiring(
        namespace.request({
          path: ["signups", signupId, "updates"],
          query: { bookmark },
          work: "feed",
          scan,
        }),
        [400, 404],
      ),
    async remove(id) {
      try {
        await namespace.request({ method: "DELETE", path: ["signups", id], work: "feed" });
      } catch (error) {
        if (refusedStatus(error) !== 404) throw error;
      }
    },
  };
}

/** Adding a present stream and removing an absent one have no effect, so this POST may be retried. */
async function postResources(
  namespace: Namespace,
  id: string,
  { add, remove }: ResourceChange,
): Promise<ResourceChange> {
  const path = ["signups", id, "resources"];
  const body = { ResourcesToAdd: add, ResourcesToRemove: remove };
  const answer = await expiring(
    namespace.request({ method: "POST", path, body, repeatable: true, work: "feed" }),
  );
  if (answer.status !== 207) return { add: [], remove: [] };
  const problems = parseWire(resourceProblems, answer.body, "the change of the signup");
  return { add: problems.failedResourceIds ?? [], remove: problems.invalidResourcesToRemove ?? [] };
}

async function expiring(call: Promise<WireAnswer>, statuses = [404]): Promise<WireAnswer> {
  try {
    return await call;
  } catch (error) {
    if (!statuses.includes(refusedStatus(error) ?? 0)) throw error;
    throw new FeedExpired(error instanceof Error ? error.message : "The signup is gone", { cause: error });
  }
}

interface Page<T> {
  items: T[];
  total: number;
}

async function readPages<T>(pageOf: (skip: number) => Promise<Page<T>>, maxPages: number): Promise<T[]> {
  const all: T[] = [];
  for (let page = 0; page < maxPages; page++) {
    const { items, total } = await pageOf(all.length);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
  throw connectionFailed(`A list of the change feed did not end after ${maxPages} pages`);
}
