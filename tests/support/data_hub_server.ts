/** A small Data Hub on 127.0.0.1: enough of the documented protocol to test the client, faults included. */
import { sampledEvents } from "./sampled_events.ts";

type Json = Record<string, unknown>;

export interface TestSignup {
  id: string;
  name: string;
  state: string;
  resources: string[];
  owner?: string;
}

/** What a test sets up and may change while the server runs. */
export interface DataHubWorld {
  types: Json[];
  /** Types that the list leaves out but that can be read one by one. */
  hiddenTypes: Json[];
  streams: Json[];
  /** null: the service has no assets (404). */
  assets: Json[] | null;
  /** Events by stream id, in order of their time: `Time`, or `At` where a type has its key by that name. */
  events: Record<string, Json[]>;
  signups: TestSignup[];
  /** Pages of the change feed, given one a request; then empty ones. */
  feed: Json[][];
  /** Asks that a new signup needs before it is active. */
  activationAsks: number;
  /** Pages for one signup alone, by its id, instead of `feed`. */
  feeds: Record<string, Json[][]>;
  /** Streams that no signup takes: named in the answer, or the reason to turn the whole request away with a 400. */
  refusedResources: string[];
  turnedAway: string[];
  /** Streams that a signup holds and does not feed. */
  inaccessible: string[];
  /** How many signups the tenant may have; one more is a 409. */
  maxSignups: number;
  /** What lists do with `filter=ModifiedDate gt …`: apply it, ignore it, or answer 400. */
  filters: "heeded" | "ignored" | "refused";
  /** Whether streams are given with their types (Bulk/Streams/Resolved), and which of them only fail, by status. */
  bulk: boolean;
  brokenStreams: Record<string, number>;
  /** Most items of any list page, whatever count asks for. */
  pageCap: number;
  /** Most events that a sampled read may access. */
  mostAccessed: number;
  tokenLifeSeconds: number;
  tenantId: string;
  namespaceId: string;
  clientId: string;
  clientSecret: string;
  self: string | null;
}

export interface SeenRequest {
  method: string;
  path: string;
  url: URL;
  headers: Headers;
  body: string;
}

export interface DataHubServer extends AsyncDisposable {
  baseUrl: string;
  host: string;
  world: DataHubWorld;
  seen: SeenRequest[];
  /** How often a path (below the namespace) was asked. */
  asked(method: string, path: string): number;
  /** Answers instead of the server where it gives a response. */
  intercept: (request: SeenRequest) => Response | undefined | Promise<Response | undefined>;
  /** The Date header of every answer. */
  stamp: () => string;
  revokeTokens(): void;
  /** An answer that does not come while the server runs. */
  stall(): Promise<Response>;
}

export const TENANT = "11111111-1111-1111-1111-111111111111";

function emptyWorld(): DataHubWorld {
  return {
    types: [],
    hiddenTypes: [],
    streams: [],
    assets: null,
    events: {},
    signups: [],
    feed: [],
    activationAsks: 0,
    feeds: {},
    refusedResources: [],
    turnedAway: [],
    inaccessible: [],
    maxSignups: 10_000,
    filters: "heeded",
    bulk: true,
    brokenStreams: {},
    pageCap: 1000,
    mostAccessed: 2_500_000,
    tokenLifeSeconds: 3600,
    tenantId: TENANT,
    namespaceId: "ns 1",
    clientId: "client",
    clientSecret: "s3cret-value",
    self: null,
  };
}

export function startDataHubServer(world: Partial<DataHubWorld> = {}): DataHubServer {
  const desk = new Desk({ ...emptyWorld(), ...world });
  const seen: SeenRequest[] = [];
  const ended = Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const url = new URL(request.url);
    const one = {
      method: request.method,
      path: decodeURIComponent(url.pathname),
      url,
      headers: request.headers,
      body: await request.text(),
    };
    seen.push(one);
    const response = await handle.intercept(one) ?? desk.answer(one);
    response.headers.set("date", handle.stamp());
    return response;
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const handle: DataHubServer = {
    baseUrl: `http://${host}`,
    host,
    world: desk.world,
    seen,
    asked: (method, path) =>
      seen.filter((one) => one.method === method && one.path === desk.prefix + path).length,
    intercept: () => undefined,
    stamp: () => new Date().toUTCString(),
    revokeTokens: () => desk.tokens.clear(),
    stall: () => ended.promise.then(() => new Response()),
    [Symbol.asyncDispose]() {
      ended.resolve();
      return server.shutdown();
    },
  };
  return handle;
}

class Desk {
  readonly tokens = new Set<string>();
  #issued = 0;
  #made = 0;
  readonly #asks = new Map<string, number>();

  constructor(readonly world: DataHubWorld) {}

  get prefix(): string {
    return `/api/v1/Tenants/${this.world.tenantId}/Namespaces/${this.world.namespaceId}`;
  }

  answer(request: SeenRequest): Response {
    const { path, url } = request;
    if (path === "/identity/.well-known/openid-configuration") {
      return json({
        token_endpoint: `${url.origin}/identity/connect/token`,
        issuer: "https://identity.example",
      });
    }
    if (path === "/identity/connect/token") return this.#token(request);
    const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    if (!this.tokens.has(token)) return new Response(null, { status: 401 });
    if (path === `/api/v1/Tenants/${this.world.tenantId}`) {
      return json({ Id: this.world.tenantId, CompanyName: "Acme", State: 1 });
    }
    if (path === this.prefix) return this.#namespace();
    if (!path.startsWith(`${this.prefix}/`)) return failure(404, "Not found.");
    return this.#below(request, path.slice(this.prefix.length + 1).split("/"));
  }

  #token({ body, headers }: SeenRequest): Response {
    const form = new URLSearchParams(body);
    const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
    if (!isForm || form.get("grant_type") !== "client_credentials") {
      return json({ error: "invalid_request" }, 400);
    }
    const { clientId, clientSecret, tokenLifeSeconds } = this.world;
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret) {
      return json({ error: "invalid_client" }, 400);
    }
    const token = `token-${++this.#issued}`;
    this.tokens.add(token);
    return json({ access_token: token, expires_in: tokenLifeSeconds, token_type: "Bearer" });
  }

  #namespace(): Response {
    const { namespaceId, self } = this.world;
    return json({
      Id: namespaceId,
      Region: "WestUS",
      RegionId: "WestUS",
      Self: self,
      Description: "Test",
      State: 1,
    });
  }

  #below(request: SeenRequest, [kind, id, ...rest]: string[]): Response {
    if (kind === "signups") return this.#signups(request, id, rest[0]);
    if (kind === "Types" && id !== undefined) {
      return this.#one([...this.world.types, ...this.world.hiddenTypes], id);
    }
    if (kind === "Types") return this.#list(this.world.types, request.url);
    if (kind === "Assets" && this.world.assets === null) return failure(404, "Not found.");
    if (kind === "Assets" && rest[0] === "Data") return this.#assetData(request.url, id);
    if (kind === "Assets") return this.#list(this.world.assets ?? [], request.url, true);
    if (kind === "Bulk" && this.world.bulk) return this.#resolved(JSON.parse(request.body));
    if (kind === "Streams" && rest[0] === "Data") return this.#data(request.url, id, rest[1]);
    if (kind === "Streams" && id !== undefined) return this.#stream(id, rest[0]);
    if (kind === "Streams") return this.#list(this.world.streams, request.url);
    return failure(404, "Not found.");
  }

  #one(all: Json[], id: string): Response {
    const found = all.find((one) => String(one.Id).toLowerCase() === id.toLowerCase());
    return found === undefined ? failure(404, `${id} not found.`) : json(found);
  }

  #stream(id: string, part: string | undefined): Response {
    const { streams, brokenStreams } = this.world;
    if (id in brokenStreams) return failure(brokenStreams[id], `No ${id}.`);
    const found = streams.find((one) => String(one.Id).toLowerCase() === id.toLowerCase());
    if (found === undefined || part === undefined) return this.#one(streams, id);
    return part === "Type"
      ? this.#one([...this.world.types, ...this.world.hiddenTypes], String(found.TypeId))
      : failure(404, "Not found.");
  }

  #list(all: Json[], url: URL, counted = false): Response {
    const since = url.searchParams.get("filter")?.replace(/^ModifiedDate gt /, "");
    const { filters, pageCap } = this.world;
    if (since !== undefined && filters === "refused") return failure(400, "No filters.");
    const passing = since === undefined || filters === "ignored"
      ? all
      : all.filter((one) => String(one.ModifiedDate ?? "") > since);
    const headers: Record<string, string> = counted ? { "total-count": String(passing.length) } : {};
    return json(page(passing, url, pageCap), 200, headers);
  }

  /** 207, always: the streams with their types, and beside them the errors of the others. */
  #resolved(ids: string[]): Response {
    const { brokenStreams, streams } = this.world;
    const types = [...this.world.types, ...this.world.hiddenTypes];
    const find = (all: Json[], id: unknown) =>
      all.find((one) => String(one.Id).toLowerCase() === String(id).toLowerCase());
    const isBroken = (id: string) => id in brokenStreams || find(streams, id) === undefined;
    const data = ids.filter((id) => !isBroken(id)).map((id) => find(streams, id));
    const errors = ids.filter(isBroken).map((StreamId) => ({
      StreamId,
      StatusCode: brokenStreams[StreamId] ?? 404,
      Error: "Failed.",
      Reason: `No ${StreamId}.`,
    }));
    const Data = data.map((one) => ({ ...one, Resolved: true, Type: find(types, one?.TypeId) ?? null }));
    return json({ Data, ChildErrors: errors }, 207);
  }

  /** The good parts under the asset's names for them, and beside them the errors of the others. */
  #assetData(url: URL, id: string): Response {
    const asset = this.world.assets?.find((one) => one.Id === id);
    if (asset === undefined) return failure(404, "The asset does not exist.");
    const Results: Json = {}, ChildErrors: Json = {};
    for (const { Name, StreamId } of asset.StreamReferences as Json[]) {
      const events = this.world.events[String(StreamId)];
      if (events === undefined) ChildErrors[String(Name)] = { Error: "Not found.", StatusCode: 404 };
      else Results[String(Name)] = events.filter((one) => isWithin(one, url.searchParams));
    }
    return json({ Results, Errors: Object.keys(ChildErrors).length === 0 ? null : { ChildErrors } });
  }

  #data(url: URL, id: string, last: string | undefined): Response {
    const events = this.world.events[id], query = url.searchParams;
    if (events === undefined) return failure(404, "The stream does not exist.");
    if (last === "Last") return json(events.at(-1) ?? null);
    if (last === "Sampled") {
      const inside = events.filter((one) => isWithin(one, query)), most = this.world.mostAccessed;
      if (inside.length <= most) return json(sampledEvents(inside, query));
      return failure(400, `Exceeded the maximum return count of ${most} events.`);
    }
    const index = query.get("index"), token = query.get("continuationToken") ?? "";
    if (index !== null) return json(events.filter((one) => timeOf(one) <= index).slice(-1));
    const inside = events.filter((one) => isWithin(one, query) && timeOf(one) > token);
    const results = inside.slice(0, Math.min(Number(query.get("count")), this.world.pageCap));
    const [next = null] = results.length < inside.length ? results.slice(-1).map(timeOf) : [];
    return json({ Results: results, ContinuationToken: next });
  }

  #signups(request: SeenRequest, id: string | undefined, part: string | undefined): Response {
    const { world } = this;
    if (id === undefined) {
      return request.method === "POST" ? this.#create(request) : this.#signupList(request.url);
    }
    const one = world.signups.find((signup) => signup.id === id);
    if (one === undefined) return new Response(null, { status: 404 });
    if (request.method === "DELETE") {
      world.signups.splice(world.signups.indexOf(one), 1);
      return new Response(null, { status: 204 });
    }
    if (part === "updates") return this.#updates(one, request.url);
    if (part === "resources" && request.method === "POST") return this.#changeResources(one, request);
    if (part === "resources") {
      const resources = page(one.resources, request.url, world.pageCap).map((resourceId) => ({
        resourceId,
        isAccessible: !world.inaccessible.includes(resourceId),
      }));
      return json({ resources }, 200, { "total-count": String(one.resources.length) });
    }
    const asks = (this.#asks.get(id) ?? 0) + 1;
    this.#asks.set(id, asks);
    if (one.state === "Activating" && asks > world.activationAsks) one.state = "Active";
    return json(this.#view(one));
  }

  #signupList(url: URL): Response {
    const all = this.world.signups;
    const signups = page(all, url, this.world.pageCap).map((one) => this.#view(one));
    return json({ signups }, 200, { "total-count": String(all.length) });
  }

  #create(request: SeenRequest): Response {
    const body = JSON.parse(request.body);
    const { signups, maxSignups, turnedAway, refusedResources } = this.world;
    if (signups.length >= maxSignups) return failure(409, "No more signups.");
    if (body.ResourceIds.some((id: string) => turnedAway.includes(id))) {
      return failure(400, "Unknown stream.");
    }
    const id = `signup-${++this.#made}`;
    const one = { id, name: body.Name, state: "Activating", resources: [] as string[] };
    one.resources = body.ResourceIds.filter((id: string) => !refusedResources.includes(id));
    signups.push(one);
    return json(this.#view(one), 202);
  }

  #changeResources(one: TestSignup, request: SeenRequest): Response {
    const { ResourcesToAdd: add, ResourcesToRemove: remove } = JSON.parse(request.body);
    if (add.some((id: string) => this.world.turnedAway.includes(id))) return failure(400, "Unknown stream.");
    const failedResourceIds = add.filter((id: string) =>
      one.resources.includes(id) || this.world.refusedResources.includes(id)
    );
    const invalidResourcesToRemove = remove.filter((id: string) => !one.resources.includes(id));
    one.resources = one.resources.filter((id) => !remove.includes(id));
    one.resources.push(...add.filter((id: string) => !failedResourceIds.includes(id)));
    const clean = failedResourceIds.length + invalidResourcesToRemove.length === 0;
    return clean
      ? new Response(null, { status: 202 })
      : json({ invalidResourcesToRemove, failedResourceIds }, 207);
  }

  #updates(one: TestSignup, url: URL): Response {
    const bookmark = url.searchParams.get("bookmark") ?? "";
    if (one.state !== "Active" || !/^b\d+$/.test(bookmark)) return new Response(null, { status: 400 });
    const at = Number(bookmark.slice(1));
    const data = (this.world.feeds[one.id] ?? this.world.feed)[at] ?? [];
    return json({ data, bookmark: data.length === 0 ? bookmark : `b${at + 1}` });
  }

  #view(one: TestSignup): Json {
    const bookmark = one.state === "Active" ? "b0" : "";
    const owner = { type: "Client", objectId: one.owner ?? this.world.clientId };
    return { id: one.id, name: one.name, owner, signupState: one.state, bookmark };
  }
}

const timeOf = (event: Json): string => String(event.Time ?? event.At);

function isWithin(event: Json, query: URLSearchParams): boolean {
  const [from, to] = ["startIndex", "endIndex"].map((name) => query.get(name) ?? "");
  return timeOf(event) >= from && timeOf(event) <= to;
}

function page<T>(all: T[], url: URL, cap: number): T[] {
  const skip = Number(url.searchParams.get("skip") ?? 0);
  return all.slice(skip, skip + Math.min(Number(url.searchParams.get("count") ?? 100), cap));
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

export function failure(status: number, reason: string): Response {
  return json({ OperationId: "op", Error: "The request failed.", Reason: reason, Resolution: null }, status);
}

/** A type with a DateTime key `Time` and the given value properties. */
export function sdsType(id: string, properties: Json[]): Json {
  const key = { Id: "Time", Name: "Time", IsKey: true, SdsType: { SdsTypeCode: 16 } };
  return { Id: id, Name: id, SdsTypeCode: 1, Properties: [key, ...properties] };
}

export function property(id: string, code: number | string, more: Json = {}): Json {
  return { Id: id, Name: id, SdsType: { SdsTypeCode: code }, ...more };
}
