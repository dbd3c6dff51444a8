import { assertEquals } from "@std/assert";
import { Processes } from "../../../../cluster/lease/processes.ts";
import type { LeaseView } from "../../../../cluster/lease/types.ts";

const FACTS = { program: "1.0.0", schema: 12 };
const BOTH = new Set(["a", "b"]);
const LEASE_MS = 5_000;

interface Record {
  stamp: number;
  /** When it was written, by the clock of its process. */
  writtenMs?: number;
  schema?: number;
}

function view(records: { [id: string]: Record }, leader: string | null): LeaseView {
  const processes = Object.entries(records).map(([id, { stamp, writtenMs = 0, schema = 12 }]) =>
    [id, { untilMs: writtenMs + LEASE_MS, versionstamp: `${stamp}`, program: `of ${id}`, schema }] as const
  );
  const lease = { record: { v: 1 as const, epoch: 1, holder: leader }, versionstamp: "1" };
  return { processes: new Map(processes), lease };
}

function at(ms: number, wallMs = ms) {
  return { live: BOTH, steadyMs: ms, wallMs };
}

Deno.test("leader() is the leader as last read, while the reading is valid", () => {
  const a = new Processes("a", FACTS);
  assertEquals(a.leader(0), undefined);
  a.observe(view({ a: { stamp: 1 }, b: { stamp: 1 } }, "b"), at(1_000));
  assertEquals(a.leader(6_000)?.id, "b");
  assertEquals(a.leader(6_001), undefined, "the store is away: another process may lead");
  a.observe(view({ a: { stamp: 2 } }, "b"), at(7_000));
  assertEquals(a.leader(7_000), undefined, "its record is gone");
  a.observe(view({ a: { stamp: 3 }, b: { stamp: 2 } }, "b"), { ...at(8_000), live: new Set(["a"]) });
  assertEquals(a.leader(8_000), undefined, "it is dead");
});

Deno.test("all() lists the live processes with their programs and seconds since they last renewed", () => {
  const a = new Processes("a", FACTS);
  a.observe(view({ b: { stamp: 1 }, a: { stamp: 1 }, dead: { stamp: 1 } }, "b"), at(0));
  a.observe(view({ b: { stamp: 1 }, a: { stamp: 2 }, dead: { stamp: 1 } }, "b"), at(900));
  const seen = a.all(1_000).map((
    { id, program, isLeader, renewedSeconds },
  ) => [id, program, isLeader, renewedSeconds]);
  assertEquals(seen, [["a", "of a", false, 0.1], ["b", "of b", true, 1]]);
  assertEquals(a.all(5_901), []);
});

Deno.test("obstacle() tells that the store does not answer", () => {
  const a = new Processes("a", FACTS);
  assertEquals(a.obstacle(0), "The store does not answer");
  a.observe(view({ a: { stamp: 1 } }, null), at(0));
  assertEquals([a.obstacle(5_000), a.obstacle(5_001)], [null, "The store does not answer"]);
});

Deno.test("obstacle() tells that this process leads and does not answer yet", () => {
  const a = new Processes("a", FACTS);
  a.observe(view({ a: { stamp: 1 } }, "a"), at(0));
  assertEquals(a.obstacle(0), "Andon is starting");
});

Deno.test("obstacle() tells of a clock that differs from the leader's by more than 2 s, in both directions", () => {
  const of = (wallMs: number) => {
    const a = new Processes("a", FACTS);
    a.observe(view({ b: { stamp: 1 } }, "b"), at(0, wallMs));
    // It was renewed at any time since the reading before, 250 ms ago.
    a.observe(view({ b: { stamp: 2, writtenMs: 100_000 } }, "b"), at(250, wallMs));
    return a.obstacle(250);
  };
  assertEquals([of(102_250), of(98_000), of(100_100)], [null, null, null]);
  assertEquals(
    of(102_251),
    "The clock of this machine is 2.0 s ahead of the leader's; use one time server for both",
  );
  assertEquals(
    of(95_000),
    "The clock of this machine is 5.0 s behind the leader's; use one time server for both",
  );
});

Deno.test("a process that was stopped itself does not take its own absence for a difference of clocks", () => {
  const a = new Processes("a", FACTS);
  a.observe(view({ b: { stamp: 1, writtenMs: 0 } }, "b"), at(0));
  a.observe(view({ b: { stamp: 2, writtenMs: 1_000 } }, "b"), at(60_000));
  assertEquals(a.obstacle(60_000), null);
});

Deno.test("obstacle() tells of a leader whose program is newer; an older one is no obstacle", () => {
  const of = (schema: number) => {
    const a = new Processes("a", FACTS);
    a.observe(view({ a: { stamp: 1 }, b: { stamp: 1, schema } }, "b"), at(0));
    return a.obstacle(0);
  };
  assertEquals([of(11), of(12)], [null, null]);
  assertEquals(of(13), "The leader's program (of b) is newer than this one (1.0.0); replace it");
});
