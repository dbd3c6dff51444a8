import { isOfOtherPlant } from "./address.ts";
import { sameData } from "../shared/same_data.ts";
import type { RecordChange } from "./record_change.ts";
import { matchStreams, streamKey, type StreamMatch } from "./stream_match.ts";
import { streamNames } from "./stream_names.ts";
import type { FoundStream, StreamContinuity, StreamRecord } from "./types.ts";
import { withUnit } from "./units.ts";

export interface StreamDifferenceInput {
  stored: readonly StreamRecord[];
  found: readonly FoundStream[];
  /** The plant that lists them; undefined: of no known one, so all stored streams are its own. */
  plant: string | undefined;
  /** The time, for what is gone and for units. */
  at: string;
  continuity: StreamContinuity;
  /** The source that lists them; absent: `default`. */
  source_id?: number;
  /** The names of active streams of other sources. */
  taken?: readonly string[];
  /** Whether a name looks as if it were of another source; then a new stream gets its id in brackets. */
  isReserved?: (name: string) => boolean;
}

/** The changes that make the stored streams match all that a source lists. */
export function streamDifference(input: StreamDifferenceInput): RecordChange<StreamRecord>[] {
  const { stored, at } = input;
  const own = stored.filter((record) => !isOfOtherPlant(record, input));
  const foreign = stored.filter((record) => isOfOtherPlant(record, input)).map((before) => ({
    before,
    after: ofOther(before, at),
  }));
  return [...compared({ ...input, stored: own }), ...foreign.filter(isChange)];
}

/** What a source lists of one stored stream. `found`: null when it answers that there is none. */
export interface InspectedStream {
  id: number;
  found: FoundStream | null;
  /** It is known to be gone, and not only missing in one answer. */
  isMissing?: boolean;
}

/** The changes that follow from a look at some streams. */
export function inspectedDifference(
  inspected: readonly InspectedStream[],
  input: Omit<StreamDifferenceInput, "found">,
): RecordChange<StreamRecord>[] {
  const found = inspected.flatMap((one) => one.found ?? []);
  const keys = new Set(found.map(({ stream_id }) => streamKey(stream_id)));
  const ids = new Set(inspected.map(({ id }) => id));
  const isConcerned = (one: StreamRecord) =>
    !isOfOtherPlant(one, input) && (ids.has(one.id) || keys.has(streamKey(one.stream_id)));
  const others = input.stored.filter((one) => one.is_active && !isConcerned(one)).map((one) =>
    one.stream_name
  );
  const missing = new Set(inspected.filter(({ isMissing }) => isMissing).map(({ id }) => id));
  return compared({ ...input, found, stored: input.stored.filter(isConcerned) }, { others, missing });
}

interface Beside {
  /** Names of active streams that are not compared. */
  others?: readonly string[];
  missing?: ReadonlySet<number>;
}

function compared(
  input: StreamDifferenceInput,
  { others = [], missing }: Beside = {},
): RecordChange<StreamRecord>[] {
  const { matches, unmatched } = matchStreams(input.stored, input);
  const { continuity, taken = [], isReserved } = input;
  const names = streamNames(matches.map((match) => nameWish(match, continuity)), {
    taken: [...taken, ...others],
    isReserved,
  });
  const listed = new Set(matches.map(({ source }) => input.continuity.sourceId(source).toLowerCase()));
  const changes = matches.map((match, i) => ({
    before: match.before,
    after: matched(match, names[i]!, input),
  }));
  const unlistedChanges = unmatched.map((before) => {
    const isListed = listed.has(input.continuity.sourceId(before.source).toLowerCase());
    return {
      before,
      after: unlisted(before, { at: input.at, isListed, isMissing: missing?.has(before.id) ?? false }),
    };
  });
  return [...changes, ...unlistedChanges].filter(isChange);
}

function isChange({ before, after }: RecordChange<StreamRecord>): boolean {
  return before === undefined || !sameData(before, after);
}

function nameWish({ found, before, source }: StreamMatch, continuity: StreamContinuity) {
  return {
    plain: found.stream_name,
    sourceId: continuity.sourceId(source),
    present: before?.stream_name,
    isActive: before?.is_active ?? false,
  };
}

function matched(
  { found, before, source }: StreamMatch,
  stream_name: string,
  { plant = before?.plant, at, source_id }: StreamDifferenceInput,
): StreamRecord {
  const { stream_id, display_name, asset_id, data_type, uom } = found;
  return {
    v: 1,
    id: before?.id ?? 0,
    stream_id,
    stream_name,
    display_name,
    asset_id,
    data_type,
    uom,
    is_active: true,
    source,
    ...source_id !== undefined && { source_id },
    ...plant === undefined ? {} : { plant },
    ...withUnit(before, { uom, at }),
  };
}

/** A stream that is not listed. Where others of the same stream at the source are, it has got another meaning. */
function unlisted(
  { gone: before, ...record }: StreamRecord,
  { at, isListed, isMissing }: { at: string; isListed: boolean; isMissing: boolean },
): StreamRecord {
  const inactive = { ...record, is_active: false };
  if (before !== undefined) {
    return { ...inactive, gone: before.reason === "other_plant" ? { ...before, reason: "missing" } : before };
  }
  if (isListed) return { ...inactive, gone: { at, reason: "changed" } };
  return isMissing ? { ...inactive, gone: { at, reason: "missing" } } : inactive;
}

function ofOther(record: StreamRecord, at: string): StreamRecord {
  return { ...record, is_active: false, gone: record.gone ?? { at, reason: "other_plant" } };
}
