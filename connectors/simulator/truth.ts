import { sourceTimeFromTicks, ticksFromMs } from "../../domain/shared/time.ts";
import { memberOf } from "./calculated.ts";
import { openCatalogStream, streamType } from "./open_stream.ts";
import {
  enumMemberName,
  isEnumCode,
  isNumericCode,
  type Json,
  type SdsProperty,
  valueProperties,
} from "./sds_types.ts";
import type { CatalogStream } from "./stream_catalog.ts";
import type { World } from "./world.ts";

/** A sample as a monitoring client should see it; null for what is no value (NaN, null, a wrong kind). */
export interface TrueSample {
  timestamp: string;
  value: number | string | boolean | null;
}

/**
 * What a stream holds between two moments, both included, as HTTP would tell it now: computed and written
 * samples, nothing that has not arrived. Several value properties: `Name.Property`. Enumerations by member name.
 */
export function trueSamples(
  world: World,
  asked: { streamName: string; fromMs: number; toMs: number; nowMs: number },
): TrueSample[] {
  const found = namedProperty(world, asked.streamName);
  if (found === undefined) throw new RangeError(`There is no stream named "${asked.streamName}"`);
  const open = openCatalogStream(world, { stream: found.stream, nowMs: asked.nowMs });
  const samples: TrueSample[] = [];
  for (const event of open.reader.forward(ticksFromMs(asked.fromMs), ticksFromMs(asked.toMs))) {
    const value = trueValue(memberOf(event, found.property), found.property);
    samples.push({ timestamp: sourceTimeFromTicks(event.at), value });
  }
  return samples;
}

function namedProperty(
  world: World,
  name: string,
): { stream: CatalogStream; property: SdsProperty } | undefined {
  const whole = world.catalog.findByName(name);
  if (whole !== undefined) return { stream: whole, property: valueProperties(streamType(world, whole))[0] };
  const dot = name.lastIndexOf(".");
  const stream = dot < 0 ? undefined : world.catalog.findByName(name.slice(0, dot));
  if (stream === undefined) return undefined;
  const property = valueProperties(streamType(world, stream)).find((each) => each.Id === name.slice(dot + 1));
  return property === undefined ? undefined : { stream, property };
}

function trueValue(given: Json, property: SdsProperty): TrueSample["value"] {
  const code = property.SdsType.SdsTypeCode;
  if (isEnumCode(code)) return enumMemberName(property, given) ?? null;
  if (isNumericCode(code)) return typeof given === "number" && Number.isFinite(given) ? given : null;
  if (code % 100 === 3) return typeof given === "boolean" ? given : null;
  return typeof given === "string" ? given : null;
}
