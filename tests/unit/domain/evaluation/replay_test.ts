import { assertEquals } from "@std/assert";
import { Replay } from "../../../../domain/evaluation/replay.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import { instanceOf, rule, upsert } from "../../../support/evaluation_rules.ts";
import { s } from "../../../support/evaluation_vectors.ts";

const instance = { ...instanceOf([rule()]), deployment: 1, deployedAt: s(0), recentActivations: {} };
const held = [{ stream: 1, read: true, sample: null, good: null }];

function closed(hadEvent = false): Replay {
  const close = { ruleId: "r1", onset: s(1), clock: s(3), reason: "manual" as const };
  const commands = [{ at: s(2), sequence: 5, kind: "close" as const, ...close }];
  const units = [{ instance, states: [], commands, hadEvent: () => hadEvent }];
  const replay = new Replay({ watermark: s(0), held, units });
  replay.offer(packBatch([upsert(1.5, 90)]));
  return replay;
}

Deno.test("Replay leaves out commands that came after a stored state of the same watermark", () => {
  const replay = closed();
  replay.advance(s(2), 4);
  assertEquals(replay.events(1).map((event) => event.end), [null]);
  assertEquals(replay.statesOf(1)?.map((state) => state.phase), [2]);
  replay.advance(s(2));
  assertEquals(replay.events(1).map((event) => event.end?.reason), ["manual"]);
});

Deno.test("Replay closes no other event when the named one ended before the run", () => {
  const replay = closed(true);
  replay.advance(s(9));
  assertEquals(replay.events(1).map((event) => event.end), [null]);
});

Deno.test("Replay starts with the events that are open in its states", () => {
  const before = closed();
  before.advance(s(2), 4);
  const units = [{ instance, states: before.statesOf(1)!, commands: [] }];
  const replay = new Replay({ watermark: s(2), held: [before.held(1)!], units });
  replay.offer(packBatch([upsert(5, 70)]));
  replay.advance(s(9));
  const { onset, end, opening } = replay.events(1)[0];
  assertEquals([onset, end?.endAt, opening], [s(1.5), s(5), null]);
});

Deno.test("Replay closes each event at its own time, whichever was closed first", () => {
  const close = { ruleId: "r1", kind: "close" as const, reason: "manual" as const };
  const other = { ...instance, instanceId: 2 };
  const units = [
    {
      instance,
      states: [],
      commands: [{ ...close, at: s(5), sequence: 1, onset: s(4), clock: s(6) }],
    },
    {
      instance: other,
      states: [],
      commands: [{ ...close, at: s(2), sequence: 2, onset: s(1), clock: s(7) }],
    },
  ];
  const replay = new Replay({ watermark: s(0), held, units });
  replay.offer(packBatch([upsert(1, 90), upsert(3, 70), upsert(4, 90), upsert(8, 70)]));
  replay.advance(s(9));
  const ends = (id: number) => replay.events(id).map(({ end }) => [end?.endAt, end?.reason]);
  assertEquals(ends(1), [[s(3), "condition_cleared"], [s(6), "manual"]]);
  assertEquals(ends(2), [[s(7), "manual"], [s(8), "condition_cleared"]]);
});
