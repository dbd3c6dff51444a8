import { type Ms, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { seedOf, uniform } from "../chance.ts";
import { openCatalogStream, type OpenStream } from "../open_stream.ts";
import type { StreamEvent } from "../stream_reader.ts";
import { removeEvents, removeWindow, writeEvents } from "../stream_writes.ts";
import { visibleAt, type World } from "../world.ts";
import type { SetFault } from "./board.ts";
import { fitsPattern } from "./pattern.ts";
import type { HappeningSpec, SpecOf } from "./schema.ts";
import { raisedNumbers } from "./shaping.ts";
import { namedStream } from "./stream_changes.ts";
import { streamsOf } from "./stream_fault.ts";

/** Does what a fault of one moment does. */
export function happen(world: World, fault: SetFault<HappeningSpec>, nowMs: Ms): void {
  const { spec } = fault;
  switch (spec.kind) {
    case "token_revoked":
      world.tokens.revokeAll();
      break;
    case "bookmark_expired":
      expireBookmarks(world, nowMs);
      break;
    case "signup_lost":
      loseSignups(world, spec.name);
      break;
    case "rewrite":
      fault.hits = rewrite(world, { spec, seed: fault.seed, nowMs });
  }
}

/** Bookmarks given before are void; a signup that is looked at again goes on from now. */
function expireBookmarks(world: World, nowMs: Ms): void {
  world.bookmarkEpoch++;
  const start = { at: visibleAt(world, nowMs).to, seq: world.changes.newest };
  for (const signup of world.signups.values()) if (signup.start !== null) signup.start = start;
}

function loseSignups(world: World, name: string): void {
  const fits = fitsPattern(name);
  for (const signup of [...world.signups.values()]) {
    if (fits(signup.name)) world.signups.delete(signup.id);
  }
}

interface Rewrite {
  spec: SpecOf<"rewrite">;
  seed: number;
  nowMs: Ms;
}

/** Changes what was given, as a client of the source would; answers how many samples or windows. */
function rewrite(world: World, given: Rewrite): number {
  const fits = streamsOf(given);
  let rewritten = 0;
  for (const stream of world.catalog.all()) {
    if (!fits(namedStream(stream))) continue;
    const open = openCatalogStream(world, { stream, nowMs: given.nowMs });
    rewritten += rewriteStream(world, open, given);
  }
  return rewritten;
}

function rewriteStream(world: World, open: OpenStream, { spec, seed, nowMs }: Rewrite): number {
  const to = visibleAt(world, nowMs).to;
  const stretch = { from: to - ticksOfSeconds(spec.back_seconds), to };
  const place = { world, nowMs };
  if (spec.operation === "remove_window") {
    removeWindow(place, { open, stretch });
    return 1;
  }
  const own = seedOf(seed, open.stream.id.toLowerCase());
  const events = [...drawn(open, { stretch, seed: own, spec })].reverse();
  if (spec.operation === "remove") {
    if (events.length > 0) removeEvents(place, { open, indexes: events.map(({ at }) => at) });
    return events.length;
  }
  const changed = events.map(({ at, members }) => ({
    at,
    members: raisedNumbers(open.type, members, spec.change),
  }));
  writeEvents(place, {
    open,
    events: changed,
    operation: spec.operation === "replace" ? "Replace" : "Update",
  });
  return changed.length;
}

/** Newest first. */
function* drawn(
  open: OpenStream,
  from: { stretch: { from: number; to: number }; seed: number; spec: SpecOf<"rewrite"> },
): Generator<StreamEvent> {
  let left = from.spec.count;
  for (const event of open.reader.backward(from.stretch.from, from.stretch.to)) {
    if (left === 0) return;
    if (uniform(from.seed, event.at) >= from.spec.share) continue;
    left--;
    yield event;
  }
}
