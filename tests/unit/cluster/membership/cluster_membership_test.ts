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

Deno.test("leader() is the leader as last observed, while the observation is valid", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  assertEquals(a.leader(0), undefined);
  a.observe(view({ a: 1, b: 7 }, "b"), { live: both, nowMs: 1_000 });
  const { gone, ...seen } = a.leader(6_000)!;
  assertEquals(seen, { id: "b", address: "b:1", beat: 7 });
  assertEquals(a.leader(6_001), undefined, "the store is away: another member may lead");
  a.observe(view({ a: 1, b: 8 }, "b"), { live: both, nowMs: 7_000 });
  assertEquals([a.leader(7_000)?.beat, gone.aborted], [8, false]);
  a.observe(view({ a: 1, b: 8 }, "a"), { live: both, nowMs: 8_000 });
  assertEquals([a.leader(8_000)?.id, gone.aborted], ["a", true]);
  a.observe(view({ a: 1 }, null), { live: both, nowMs: 9_000 });
  assertEquals(a.leader(9_000), undefined);
});

Deno.test("leader() is undefined while the leader is dead or reports no address", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  a.observe(view({ a: 1, b: 1 }, "b"), { live: new Set(["a"]), nowMs: 0 });
  assertEquals(a.leader(0), undefined);
  const older = view({ a: 1, b: 1 }, "b");
  const processes = new Map([["b", { untilMs: 0, versionstamp: "1" }]]);
  a.observe({ ...older, processes }, { live: both, nowMs: 0 });
  assertEquals(a.leader(0), undefined);
});

Deno.test("members() lists the live members with their partitions and last renewals", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  a.observe(view({ b: 1, a: 1, c: 1 }, "b"), { live: both, nowMs: 0 });
  a.observe(view({ b: 1, a: 2, c: 1 }, "b"), { live: both, nowMs: 900 });
  const of = (nowMs: number) =>
    a.members(nowMs).map(({ id, partitions, renewedMs }) => [id, partitions, renewedMs]);
  assertEquals(of(1_000), [["a", 0, 900], ["b", 1, 0]]);
  assertEquals(of(5_901), []);
});

Deno.test("ageOf() returns the age of recent renewals, from the start of each", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  assertEquals(a.renewal(100), { beat: 1, address: "a:1", program: "1" });
  assertEquals(a.renewal(1_100).beat, 2);
  assertEquals([a.ageOf(1, 1_200), a.ageOf(2, 1_200), a.ageOf(3, 1_200)], [1_100, 100, undefined]);
  a.renewal(20_200);
  assertEquals([a.ageOf(1, 20_200), a.ageOf(2, 20_200)], [undefined, 19_100]);
});

Deno.test("a leaving process announces it at once, and hosts no shards from then on", () => {
  const a = new ClusterMembership("a", { address: "a:1", program: "1" });
  assertEquals([a.isLeaving, a.hasUnannouncedChange], [false, false]);
  a.leave();
  assertEquals([a.isLeaving, a.hasUnannouncedChange], [true, true]);
  assertEquals(a.renewal(0), { beat: 1, address: "a:1" });
  assertEquals([a.isLeaving, a.hasUnannouncedChange], [true, false]);
  const b = new ClusterMembership("b", { address: "b:1", program: "1" });
  const processes = new Map([["a", { untilMs: 0, versionstamp: "1", beat: 1, address: "a:1" }]]);
  b.observe({ processes, epochs: new Map() }, { live: both, nowMs: 0 });
  assertEquals(b.members(0).map(({ id, program }) => [id, program]), [["a", null]]);
});
