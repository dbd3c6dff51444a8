import { Failure } from "./failure.ts";
import { selectFields } from "./selected_fields.ts";
import { endOf, plot, recorded, timedValue } from "./stream_reads.ts";
import { serverId } from "./web_ids.ts";
import type { Attribute, Point, Stream, World } from "./world.ts";

export interface RouteOptions {
  world: World;
  user: string;
  /** The configured limit of the values in one answer. */
  mostItems: number;
  /** Answers a request of a batch. */
  again(request: Request): Promise<Response>;
}

const VERSION = { FullVersion: "1.18.0.6", MajorMinorRevision: "1.18.0", Build: "6" };

/** Answers what is asked below /piwebapi, as AVEVA's PI Web API Reference describes it. */
export async function answer(request: Request, path: string[], options: RouteOptions): Promise<Response> {
  const { searchParams: query } = new URL(request.url);
  if (request.method === "POST") return await answerPost(request, path, options);
  if (request.method !== "GET") throw new Failure(405, "The method is not allowed.");
  return Response.json(selectFields(read(path, query, options), query.get("selectedFields")));
}

async function answerPost(request: Request, path: string[], options: RouteOptions): Promise<Response> {
  if (!request.headers.has("x-requested-with")) {
    throw new Failure(403, "A custom header X-Requested-With is required.");
  }
  const { searchParams: query } = new URL(request.url);
  const called = path.join("/");
  if (called === "streamsets/updates") {
    return Response.json(selectFields(register(query, options), query.get("selectedFields")));
  }
  if (called === "batch") return await batch(request, options);
  throw new Failure(404, "No HTTP resource was found that matches the request.");
}

function read([first, id, rest, ...more]: string[], query: URLSearchParams, options: RouteOptions): unknown {
  const { world, user } = options;
  const called = [first, rest, ...more].filter((part) => part !== undefined).join("/");
  if (first === "system" && id === "versions") return { "OSIsoft.REST.Service": VERSION };
  if (first === "system" && id === "userinfo") return { IdentityType: "WindowsIdentity", Name: user };
  if (first === "streamsets" && id === "updates") return updates(query, options);
  if (called === "dataservers" && id === undefined) {
    const Name = world.dataServer, WebId = serverId("DS", Name);
    return { Items: [{ WebId, Name, IsConnected: true, ServerVersion: "3.4.450.1" }] };
  }
  if (called === "assetservers" && id === undefined) {
    return { Items: [{ WebId: serverId("RS", world.assetServer), Name: world.assetServer }] };
  }
  if (called === "assetservers/assetdatabases" && id === serverId("RS", world.assetServer)) {
    return { Items: [{ WebId: serverId("RD", world.database), Name: world.database }] };
  }
  if (called === "dataservers/points" && id === serverId("DS", world.dataServer)) {
    const name = nameFilter(query.get("nameFilter") ?? "*");
    return page([...world.points.values()].filter((point) => name.test(point.name)).map(shownPoint), query);
  }
  if (called === "assetdatabases/elementattributes" && id === serverId("RD", world.database)) {
    return page([...world.attributes.values()].map((one) => shownAttribute(one, world)), query);
  }
  return readStream(called, streamOf(world, id), { query, options });
}

function readStream(
  called: string,
  stream: Stream,
  { query, options: { world, mostItems } }: { query: URLSearchParams; options: RouteOptions },
): unknown {
  const shown = (values: ReturnType<typeof recorded>) => ({
    Items: values.map((value) => timedValue(stream, value)),
    UnitsAbbreviation: "",
  });
  switch (called) {
    case "points":
      if ("values" in stream) return shownPoint(stream);
      break;
    case "attributes":
      if (!("values" in stream)) return shownAttribute(stream, world);
      break;
    case "streams/recorded":
      return shown(recorded(stream, query, mostItems));
    case "streams/end":
    case "streams/value":
      return timedValue(stream, endOf(stream));
    case "streams/plot":
      return shown(plot(stream, query));
  }
  throw new Failure(404, "No HTTP resource was found that matches the request.");
}

function streamOf(world: World, webId: string | undefined): Stream {
  const stream = world.streamOf(webId ?? "");
  if (stream === undefined) throw new Failure(404, "The specified object was not found.");
  return stream;
}

function shownPoint({ webId, id, name, type, digitalSet, unit }: Point) {
  return {
    WebId: webId,
    Id: id,
    Name: name,
    PointType: type,
    DigitalSetName: digitalSet,
    EngineeringUnits: unit,
    Future: false,
  };
}

function shownAttribute({ webId, path, type, enumeration, unit, point }: Attribute, world: World) {
  return {
    WebId: webId,
    Name: path.split("|").at(-1),
    Path: `\\\\${world.assetServer}\\${world.database}\\${path}`,
    Type: type,
    TypeQualifier: enumeration,
    DefaultUnitsNameAbbreviation: unit,
    DataReferencePlugIn: point === null ? "" : "PI Point",
  };
}

function page(all: unknown[], query: URLSearchParams) {
  const at = Number(query.get("startIndex") ?? 0);
  return { Items: all.slice(at, at + Number(query.get("maxCount") ?? 1_000)) };
}

function nameFilter(text: string): RegExp {
  const pattern = text.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${pattern}$`, "i");
}

/** A list with an unknown stream is refused as a whole. */
function register(query: URLSearchParams, { world }: RouteOptions) {
  const streams = query.getAll("webId").map((webId) => world.streamOf(webId));
  if (streams.some((stream) => stream === undefined)) throw new Failure(400, "A supplied webId is invalid.");
  const Items = streams.flatMap((stream) => {
    if (stream === undefined) return [];
    const { marker, status } = world.updates.register(stream.webId);
    return [{ Source: stream.webId, LatestMarker: marker, Status: status }];
  });
  return { Items };
}

function updates(query: URLSearchParams, { world }: RouteOptions) {
  const Items = query.getAll("marker").map((RequestedMarker) => {
    const found = world.updates.since(RequestedMarker);
    if ("failure" in found) {
      return {
        RequestedMarker,
        LatestMarker: RequestedMarker,
        Status: "Failed",
        Exception: { Errors: [found.failure] },
      };
    }
    const stream = world.streamOf(found.webId);
    const Events = stream === undefined ? [] : found.events.map(({ action, stored }) => ({
      Action: action,
      PreviousEventAction: "PreviousEventArchived",
      ...timedValue(stream, stored),
    }));
    return { Source: found.webId, RequestedMarker, LatestMarker: found.latest, Status: "Updated", Events };
  });
  return { Items };
}

interface BatchPart {
  Method: string;
  Resource: string;
  Headers?: Record<string, string>;
}

/** Each part is answered as if it had been sent by itself; the host in its address does not count. */
async function batch(request: Request, { again }: RouteOptions): Promise<Response> {
  const parts: Record<string, BatchPart> = await request.json();
  const authorization = request.headers.get("authorization") ?? "";
  const answers: Record<string, unknown> = {};
  for (const [id, { Method: method, Resource, Headers: headers = {} }] of Object.entries(parts)) {
    const { pathname, search } = new URL(Resource);
    const url = new URL(pathname + search, request.url);
    const response = await again(new Request(url, { method, headers: { ...headers, authorization } }));
    answers[id] = { Status: response.status, Headers: {}, Content: await response.json() };
  }
  return Response.json(answers, { status: 207 });
}
