import { AnswerRefused } from "../source_failure.ts";
import { FeedRefused } from "../source.ts";
import { parseWire } from "../wire.ts";
import type { Api, Call } from "./api.ts";
import { BY_ID } from "./catalog.ts";
import type { PiStream } from "./identity.ts";
import type { Limits } from "./limits.ts";
import { registrations } from "./wire.ts";

export interface SignupOptions {
  api: Api;
  limits: Pick<Limits, "addressIds">;
}

/** Statuses of a server without Stream Updates, or that keeps us from them. */
const NO_UPDATES = [403, 405, 501];

/**
 * Registers streams for updates and returns the marker of each that was taken. The server refuses a whole list because of
 * one stream, so a refused list is halved. Throws FeedRefused when there are no Stream Updates.
 */
export async function signUp(
  { api, limits }: SignupOptions,
  streams: readonly PiStream[],
): Promise<Map<PiStream, string>> {
  const markers = new Map<PiStream, string>();
  let open = chunks(streams, limits.addressIds);
  let isAllUnknown = streams.length > 0;
  while (open.length > 0) {
    const { bodies } = await api.callAll(open.map(registrationOf), { work: "feed" });
    const refused: (readonly PiStream[])[] = [];
    for (const [index, list] of open.entries()) {
      const body = bodies[index];
      if (!(body instanceof AnswerRefused)) take(body, { list, markers });
      else if (NO_UPDATES.includes(body.status)) throw new FeedRefused(body.message);
      else if (list.length > 1) refused.push(...chunks(list, Math.ceil(list.length / 2)));
      if (!(body instanceof AnswerRefused) || body.status !== 404) isAllUnknown = false;
    }
    open = refused;
  }
  if (isAllUnknown) throw new FeedRefused("The server does not know Stream Updates");
  return markers;
}

function registrationOf(list: readonly PiStream[]): Call {
  return {
    method: "POST",
    path: ["streamsets", "updates"],
    query: {
      webId: list.map(({ source }) => source.webId),
      ...BY_ID,
      selectedFields: "Items.Source;Items.LatestMarker;Items.Status;Items.Exception",
    },
  };
}

function take(
  body: unknown,
  { list, markers }: { list: readonly PiStream[]; markers: Map<PiStream, string> },
): void {
  const byId = new Map(list.map((stream) => [stream.source.webId, stream]));
  for (const { Source, LatestMarker } of parseWire(registrations, body, "the registration").Items) {
    const stream = byId.get(Source);
    if (stream !== undefined && LatestMarker) markers.set(stream, LatestMarker);
  }
}

export function chunks<T>(items: readonly T[], size: number): (readonly T[])[] {
  const all: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += size) all.push(items.slice(at, at + size));
  return all;
}
