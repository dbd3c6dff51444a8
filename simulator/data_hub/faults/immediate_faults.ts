import { type Ms, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { seedOf, uniform } from "../pseudo_random.ts";
import { openCatalogStream, type OpenStream } from "../open_stream.ts";
import type { StreamEvent } from "../stream_reader.ts";
import { removeEvents, removeWindow, writeEvents } from "../stream_writes.ts";
import { visibleAt, type World } from "../world.ts";
import type { SetFault } from "./fault_registry.ts";
import { patternMatcher } from "./pattern.ts";
import type { ImmediateSpec, SpecOf } from "./schema.ts";
import { addToNumbers } from "./shaping.ts";
import { namedStream } from "./stream_changes.ts";
import { streamsOf } from "./stream_fault.ts";

/** Carries out a fault that acts once. */
export function applyImmediateFault(world: World, fault: SetFault<ImmediateSpec>, nowMs: Ms): void {
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

/** Invalidates all bookmarks; the next bookmark of a signup starts from now. */
function expireBookmarks(world: World, nowMs: Ms): void {
  world.bookmarkEpoch++;
  const start = { at: visibleAt(world, nowMs).to, seq: world.changes.newest };
  for (const signup of world.signups.values()) if (signup.start !== null) signup.start = start;
}

function loseSignups(world: World, name: string): void {
  const matches = patternMatcher(name);
  for (const signup of [...world.signups.values()]) {
    if (matches(signup.name)) world.signups.delete(signup.id);
  }
}

interface RewriteInput {
  spec: SpecOf<"rewrite">;
  seed: number;
  nowMs: Ms;
}

/** Changes existing samples, as a client of the source would. Returns how many samples or windows. */
function rewrite(world: World, input: RewriteInput): number {
  const matches = streamsOf(input);
  let rewritten = 0;
  for (const stream of world.catalog.all()) {
    if (!matches(namedStream(stream))) continue;
    const open = openCatalogStream(world, { stream, nowMs: input.nowMs });
    rewritten += rewriteStream(world, open, input);
  }
  return rewritten;
}

function rewriteStream(world: World, open: OpenStream, { spec, seed, nowMs }: RewriteInput): number {
  const to = visibleAt(world, nowMs).to;
  const range = { from: to - ticksOfSeconds(spec.back_seconds), to };
  const context = { world, nowMs };
  if (spec.operation === "remove_window") {
    removeWindow(context, { open, range });
    return 1;
  }
  const streamSeed = seedOf(seed, open.stream.id.toLowerCase());
  const events = [...drawEvents(open, { range, seed: streamSeed, spec })].reverse();
  if (spec.operation === "remove") {
    if (events.length > 0) removeEvents(context, { open, indexes: events.map(({ at }) => at) });
    return events.length;
  }
  const changed = events.map(({ at, members }) => ({
    at,
    members: addToNumbers(open.type, members, spec.change),
  }));
  writeEvents(context, {
    open,
    events: changed,
    operation: spec.operation === "replace" ? "Replace" : "Update",
  });
  return changed.length;
}

/** Draws a share of the events, newest first. */
function* drawEvents(
  open: OpenStream,
  from: { range: { from: number; to: number }; seed: number; spec: SpecOf<"rewrite"> },
): Generator<StreamEvent> {
  let left = from.spec.count;
  for (const event of open.reader.backward(from.range.from, from.range.to)) {
    if (left === 0) return;
    if (uniform(from.seed, event.at) >= from.spec.share) continue;
    left--;
    yield event;
  }
}
