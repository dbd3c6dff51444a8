import type { Ms } from "../../domain/shared/time.ts";
import type { ChangeOperation } from "./change_log.ts";
import { ServiceError } from "./http/answers.ts";
import type { OpenStream } from "./open_stream.ts";
import { type IndexRange, writtenSample } from "./overlay.ts";
import type { StreamEvent } from "./stream_reader.ts";
import { visibleAt, type World } from "./world.ts";

/** The world and the time of a write. */
export interface WriteContext {
  world: World;
  nowMs: Ms;
}

export interface Write {
  open: OpenStream;
  events: StreamEvent[];
  operation: ChangeOperation;
}

const FULL = new ServiceError(400, {
  Error: "The request is not valid.",
  Reason: "The simulator's limit of written events is reached.",
  Resolution: "Delete events or streams and resubmit the request.",
});

/** Writes events and records them for the feed. */
export function writeEvents({ world, nowMs }: WriteContext, { open, events, operation }: Write): void {
  if (events.length === 0) return;
  const { overlay } = world;
  const held = overlay.of(open.stream.id);
  if (!overlay.hasRoom(events.filter((event) => writtenSample(held, event.at) === undefined).length)) {
    throw FULL;
  }
  const writtenAt = visibleAt(world, nowMs).to;
  for (const { at, members } of events) overlay.put(open.stream.id, { at, members, writtenAt });
  recordChange({ world, nowMs }, { open, events, operation });
}

/** Removes existing events and records that for the feed. */
export function removeEvents(
  { world, nowMs }: WriteContext,
  { open, indexes }: { open: OpenStream; indexes: readonly number[] },
): void {
  const writtenAt = visibleAt(world, nowMs).to;
  for (const at of indexes) {
    if (open.stream.computed === undefined) world.overlay.removeWritten(open.stream.id, at);
    else world.overlay.put(open.stream.id, { at, members: null, writtenAt });
  }
  const events = indexes.map((at) => ({ at, members: {} }));
  recordChange({ world, nowMs }, { open, events, operation: "Remove" });
}

/** Removes a window, empty or not, and records its bounds for the feed. */
export function removeWindow(
  { world, nowMs }: WriteContext,
  { open, range }: { open: OpenStream; range: IndexRange },
): void {
  world.overlay.removeRange(open.stream.id, { ...range, at: visibleAt(world, nowMs).to });
  const events = [range.from, range.to].map((at) => ({ at, members: {} }));
  recordChange({ world, nowMs }, { open, events, operation: "RemoveWindow" });
}

function recordChange({ world, nowMs }: WriteContext, { open, events, operation }: Write): void {
  const madeAt = visibleAt(world, nowMs).to;
  world.changes.add({ streamId: open.stream.id, operation, events, madeAt, madeAtMs: nowMs });
}
