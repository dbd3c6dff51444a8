import type { Ms } from "../../domain/shared/time.ts";
import type { ChangeOperation } from "./change_log.ts";
import { Fault } from "./http/answers.ts";
import type { OpenStream } from "./open_stream.ts";
import { type Stretch, writtenSample } from "./overlay.ts";
import type { StreamEvent } from "./stream_reader.ts";
import { visibleAt, type World } from "./world.ts";

/** Where and when a write happens. */
export interface WritePlace {
  world: World;
  nowMs: Ms;
}

export interface Write {
  open: OpenStream;
  events: StreamEvent[];
  operation: ChangeOperation;
}

const FULL = new Fault(400, {
  Error: "The request is not valid.",
  Reason: "The simulator holds as many written events as it may.",
  Resolution: "Delete events or streams and resubmit the request.",
});

/** Puts events in place and tells the feed. */
export function writeEvents({ world, nowMs }: WritePlace, { open, events, operation }: Write): void {
  if (events.length === 0) return;
  const { overlay } = world;
  const held = overlay.of(open.stream.id);
  if (!overlay.hasRoom(events.filter((event) => writtenSample(held, event.at) === undefined).length)) {
    throw FULL;
  }
  const writtenAt = visibleAt(world, nowMs).to;
  for (const { at, members } of events) overlay.put(open.stream.id, { at, members, writtenAt });
  tell({ world, nowMs }, { open, events, operation });
}

/** Takes events away, which must be there, and tells the feed. */
export function removeEvents(
  { world, nowMs }: WritePlace,
  { open, indexes }: { open: OpenStream; indexes: readonly number[] },
): void {
  const writtenAt = visibleAt(world, nowMs).to;
  for (const at of indexes) {
    if (open.stream.computed === undefined) world.overlay.removeWritten(open.stream.id, at);
    else world.overlay.put(open.stream.id, { at, members: null, writtenAt });
  }
  const events = indexes.map((at) => ({ at, members: {} }));
  tell({ world, nowMs }, { open, events, operation: "Remove" });
}

/** Takes a window away, empty or not, and tells the feed its bounds. */
export function removeWindow(
  { world, nowMs }: WritePlace,
  { open, stretch }: { open: OpenStream; stretch: Stretch },
): void {
  world.overlay.removeStretch(open.stream.id, { ...stretch, at: visibleAt(world, nowMs).to });
  const events = [stretch.from, stretch.to].map((at) => ({ at, members: {} }));
  tell({ world, nowMs }, { open, events, operation: "RemoveWindow" });
}

function tell({ world, nowMs }: WritePlace, { open, events, operation }: Write): void {
  const madeAt = visibleAt(world, nowMs).to;
  world.changes.add({ streamId: open.stream.id, operation, events, madeAt, madeAtMs: nowMs });
}
