import type { ResourceChanged, ResourceType } from "../../domain/push/types.ts";
import type { FrameDraft } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import type { Append, AppendLog } from "../store/rows.ts";
import { valueBytes } from "../store/size.ts";

/** The most bytes of the frames of one atomic: in all, and per value. */
export const FRAMES_BYTES = 240 * 1024, FRAMES_VALUE_BYTES = 60 * 1024;

/** The value of a push key: frames, with `more` further values, or a mark that there were too many. */
export type StoredFrames = { v: 1; frames: FrameDraft[]; more?: number } | { v: 1; resync: true };

/** Stands for frames that are too large for the push log. */
const TOO_LARGE = "too large";

/** The log from which a browser that reconnects receives what it missed. */
const PUSH_LOG: AppendLog<FrameDraft | typeof TOO_LARGE> = {
  name: "frames",
  mostBytes: FRAMES_BYTES,
  prefix: (i) => i === 0 ? keys.push("").slice(0, -1) : keys.morePushed(i - 1, "").slice(0, -1),
  valuesOf(items, bytes): StoredFrames[] {
    const frames = items.filter((item) => item !== TOO_LARGE);
    if (frames.length < items.length) return [{ v: 1, resync: true }];
    const [first = [], ...more] = bytes > FRAMES_VALUE_BYTES ? framesByValue(frames) : [frames];
    const head = more.length === 0 ? { frames: first } : { frames: first, more: more.length };
    return [{ v: 1, ...head }, ...more.map((frames): StoredFrames => ({ v: 1, frames }))];
  },
};

/** Frames that are too large take all room, so that no others get lost with them. */
export function pushed(frames: readonly FrameDraft[]): Append<FrameDraft | typeof TOO_LARGE> {
  let bytes = 0, largest = 0;
  for (const frame of frames) {
    const size = valueBytes(frame);
    bytes += size;
    largest = Math.max(largest, size);
  }
  if (bytes <= FRAMES_BYTES && largest <= FRAMES_VALUE_BYTES) return { log: PUSH_LOG, items: frames, bytes };
  return { log: PUSH_LOG, items: [TOO_LARGE], bytes: FRAMES_BYTES };
}

/** As many frames in each value as fit. */
function framesByValue(frames: readonly FrameDraft[]): FrameDraft[][] {
  const values: FrameDraft[][] = [];
  let bytes = Infinity;
  for (const frame of frames) {
    const size = valueBytes(frame);
    if (bytes + size > FRAMES_VALUE_BYTES) [bytes] = [0, values.push([])];
    values[values.length - 1]!.push(frame);
    bytes += size;
  }
  return values;
}

/** The push frame of a resource that was created, changed or removed. */
export function resourceChanged(type: ResourceType, id: number | string, at: string): FrameDraft {
  const data: ResourceChanged = { type, id };
  return { kind: "resource_changed", at, data };
}

/** The resource that a frame says has changed; undefined for other frames. */
export function changedResource({ kind, data }: FrameDraft): Partial<ResourceChanged> | undefined {
  return kind === "resource_changed" && typeof data === "object" && data !== null ? data : undefined;
}
