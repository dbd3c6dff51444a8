import { assertEquals } from "@std/assert";
import { ClusterMembership } from "../../../../cluster/membership/cluster_membership.ts";
import type { LeaseView } from "../../../../cluster/membership/types.ts";

function view(beats: Record<string, number>, leader: string | null): LeaseView {
  const processes = Object.entries(beats).map(([id, beat]) =>
    [id, { untilMs: 0, versionstamp: `${beat}`, beat, address: `${id}:1` }] as const
  );
  const record = { v: 1 as const, epoch: 1, holder: leader };
  return { processes: new Map(processes), epochs: new Map([[0, { record, versionstamp: "1" }]]) };
}

const both = new Set(["a", "b"]);

Deno.test("leader() is who holds the store as last seen, for as long as a look is worth something", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  assertEquals(a.leader(0), undefined);
  a.look(view({ a: 1, b: 7 }, "b"), { live: both, nowMs: 1_000 });
  const { gone, ...seen } = a.leader(6_000)!;
  assertEquals(seen, { id: "b", address: "b:1", beat: 7 });
  assertEquals(a.leader(6_001), undefined, "the store is away: others may have taken it");
  a.look(view({ a: 1, b: 8 }, "b"), { live: both, nowMs: 7_000 });
  assertEquals([a.leader(7_000)?.beat, gone.aborted], [8, false]);
  a.look(view({ a: 1, b: 8 }, "a"), { live: both, nowMs: 8_000 });
  assertEquals([a.leader(8_000)?.id, gone.aborted], ["a", true]);
  a.look(view({ a: 1 }, null), { live: both, nowMs: 9_000 });
  assertEquals(a.leader(9_000), undefined);
});

Deno.test("leader() is nobody while the one that holds the store is dead, or tells no address", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  a.look(view({ a: 1, b: 1 }, "b"), { live: new Set(["a"]), nowMs: 0 });
  assertEquals(a.leader(0), undefined);
  const older = view({ a: 1, b: 1 }, "b");
  const processes = new Map([["b", { untilMs: 0, versionstamp: "1" }]]);
  a.look({ ...older, processes }, { live: both, nowMs: 0 });
  assertEquals(a.leader(0), undefined);
});

Deno.test("all() tells who lives, what each holds, and since when it has not renewed", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  a.look(view({ b: 1, a: 1, c: 1 }, "b"), { live: both, nowMs: 0 });
  a.look(view({ b: 1, a: 2, c: 1 }, "b"), { live: both, nowMs: 900 });
  const of = (nowMs: number) =>
    a.members(nowMs).map(({ id, partitions, renewedMs }) => [id, partitions, renewedMs]);
  assertEquals(of(1_000), [["a", 0, 900], ["b", 1, 0]]);
  assertEquals(of(5_901), []);
});

Deno.test("ageOf() knows the renewals of the last while, each from when it was begun", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  assertEquals(a.renewing(100), { beat: 1, address: "a:1", program: "1" });
  assertEquals(a.renewing(1_100).beat, 2);
  assertEquals([a.ageOf(1, 1_200), a.ageOf(2, 1_200), a.ageOf(3, 1_200)], [1_100, 100, undefined]);
  a.renewing(20_200);
  assertEquals([a.ageOf(1, 20_200), a.ageOf(2, 20_200)], [undefined, 19_100]);
});

Deno.test("a process that is about to end says so at once, and lends no workers from then on", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  assertEquals([a.isLeaving, a.hasNews], [false, false]);
  a.leave();
  assertEquals([a.isLeaving, a.hasNews], [true, true]);
  assertEquals(a.renewing(0), { beat: 1, address: "a:1" });
  assertEquals([a.isLeaving, a.hasNews], [true, false]);
  const b = new ClusterMembership("b", { address: "b:1", program: "1" });
  const processes = new Map([["a", { untilMs: 0, versionstamp: "1", beat: 1, address: "a:1" }]]);
  b.look({ processes, epochs: new Map() }, { live: both, nowMs: 0 });
  assertEquals(b.members(0).map(({ id, program }) => [id, program]), [["a", null]]);
});
