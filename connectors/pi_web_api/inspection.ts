import type { FoundStream } from "../../domain/asset/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { AnswerRefused } from "../source_failure.ts";
import type { Inspection, ReadOptions } from "../source.ts";
import { parseWire } from "../wire.ts";
import type { Api } from "./api.ts";
import { BY_ID } from "./catalog.ts";
import type { PiStream } from "./identity.ts";
import {
  ATTRIBUTE_FIELDS,
  fieldsBelow,
  type Listed,
  listedAttribute,
  listedPoint,
  POINT_FIELDS,
} from "./listed_streams.ts";
import type { Meanings } from "./meanings.ts";
import { attributeWire, pointWire } from "./wire.ts";

/** Reads how streams are listed now. */
export async function inspect(
  { api, meanings }: { api: Api; meanings: Meanings },
  streams: readonly PiStream[],
  { work = "discovery", signal }: ReadOptions = {},
): Promise<Inspection[]> {
  const calls = streams.map(({ source: { what, webId } }) => ({
    path: [what === "point" ? "points" : "attributes", webId],
    query: { ...BY_ID, selectedFields: fieldsBelow("", what === "point" ? POINT_FIELDS : ATTRIBUTE_FIELDS) },
  }));
  if (calls.length === 0) return [];
  const { bodies } = await api.callAll(calls, { work, signal });
  const found = streams.map((stream, index) => inspected(stream, bodies[index]));
  meanings.learn(found.flatMap((one) => one.found ?? []));
  return found;
}

function inspected(stream: PiStream, body: unknown): Inspection {
  if (body instanceof AnswerRefused) {
    return body.status === 404
      ? { stream, found: null, failure: null }
      : { stream, found: null, failure: new Refusal(body.code, body.message, body.details) };
  }
  const listed = listedAs(stream, body);
  return { stream, found: listed !== undefined && isFound(listed) ? listed : null, failure: null };
}

function listedAs({ source: { what } }: PiStream, body: unknown): Listed | undefined {
  return what === "point"
    ? listedPoint(parseWire(pointWire, body, "a point"))
    : listedAttribute(parseWire(attributeWire, body, "an attribute"));
}

function isFound(listed: Listed): listed is FoundStream {
  return "source" in listed;
}
