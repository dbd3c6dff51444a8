import { assert, assertEquals } from "@std/assert";
import type { EventFact } from "../../../../domain/event/fact.ts";
import { SEVERITIES } from "../../../../domain/event/types.ts";
import { planWall, WALL_BUCKETS, type WallInput, type WallLayout } from "../../../../domain/event/wall.ts";
import { wallIds, wallView } from "../../../../domain/event/wall_view.ts";
import { categoryHead, templateHead } from "../../../../domain/event/wall_head.ts";
import { seeded } from "../../../support/seeded.ts";

const nowMs = Date.UTC(2026, 0, 31, 12);
const HOUR_MS = 3_600_000;
const CATEGORIES = ["health", "energy", "odd"];

/** Events around the last two hours: short, long, active, ended earlier, on the borders. */
function events(seed: number, count: number): EventFact[] {
  const random = seeded(seed);
  const pick = (most: number) => Math.floor(random() * most);
  return Array.from({ length: count }, (_, i) => {
    const start_ms = nowMs - pick(240) * 60_000;
    const isActive = pick(4) === 0;
    return {
      id: i + 1,
      start_ms,
      end_ms: isActive ? null : Math.min(nowMs, start_ms + pick(90) * 60_000),
      severity: SEVERITIES[pick(4)],
      category: CATEGORIES[pick(3)],
      template_id: 1 + pick(5),
      instance_id: pick(6),
      rule_id: "high",
      plant_node_floc_id: null,
    };
  }).sort((a, b) => b.start_ms - a.start_ms || b.id - a.id);
}

function planOf(layout: WallLayout, facts: EventFact[], change: Partial<WallInput> = {}) {
  const headOf = (fact: EventFact) =>
    layout === "category" ? categoryHead(fact.category) : templateHead(fact.template_id, undefined);
  const isShelved = (fact: EventFact) => fact.instance_id === 3;
  const isOutOfService = () => false;
  return planWall({ layout, hours: 2, nowMs, facts, isShelved, isOutOfService, headOf, ...change });
}

/** By definition: active at any time in the hours. The end is not part of an event. */
function inTime({ start_ms, end_ms }: EventFact): boolean {
  const sinceMs = nowMs - 2 * HOUR_MS;
  return start_ms >= sinceMs || end_ms === null || end_ms > sinceMs;
}

const countsOf = (facts: EventFact[]) =>
  Object.fromEntries(SEVERITIES.map((name) => [name, facts.filter((fact) => fact.severity === name).length]));

Deno.test("planWall() equals a count of every event", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const facts = events(seed, 200);
    const all = facts.filter(inTime);
    const seen = all.filter((fact) => fact.instance_id !== 3);
    for (const layout of ["template", "category", "timeline"] as const) {
      const plan = planOf(layout, facts);
      assertEquals([plan.total, plan.shelved], [seen.length, all.length - seen.length]);
      for (const group of plan.groups) {
        const mine = seen.filter((fact) =>
          (layout === "category" ? fact.category : String(fact.template_id)) === group.key
        );
        assertEquals(group.counts, countsOf(mine));
        assertEquals(group.active, mine.filter((fact) => fact.end_ms === null).length);
        assertEquals(group.facts, mine);
      }
      assertEquals(plan.groups.reduce((sum, group) => sum + group.facts.length, 0), seen.length);
    }
  }
});

Deno.test("planWall() counts what is out of service apart, also where it is shelved", () => {
  const facts = events(1, 200), all = facts.filter(inTime);
  const isOutOfService = ({ instance_id }: EventFact) => instance_id === 3 || instance_id === 1;
  const plan = planOf("template", facts, { isOutOfService });
  const hidden = all.filter(isOutOfService).length;
  assert(hidden > 0);
  assertEquals([plan.out_of_service, plan.shelved, plan.total], [hidden, 0, all.length - hidden]);
});

Deno.test("planWall() puts the group with the worst severity first", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const groups = planOf("template", events(seed, 8)).groups;
    const worst = groups.map(({ counts }) => SEVERITIES.findLastIndex((name) => counts[name] > 0));
    assertEquals(worst, worst.toSorted((a, b) => b - a));
  }
});

Deno.test("planWall() counts an event in every bucket of a timeline that it was active in", () => {
  const widthMs = 2 * HOUR_MS / WALL_BUCKETS;
  for (let seed = 1; seed <= 20; seed++) {
    const facts = events(seed, 200);
    const { buckets } = planOf("timeline", facts);
    const seen = facts.filter((fact) => inTime(fact) && fact.instance_id !== 3);
    const expected = Array.from({ length: WALL_BUCKETS }, (_, i) => {
      const start = nowMs - 2 * HOUR_MS + i * widthMs;
      const isLast = i === WALL_BUCKETS - 1;
      const here = seen.filter(({ start_ms, end_ms }) => {
        const begins = start_ms >= start && (start_ms < start + widthMs || isLast);
        return begins || (start_ms < start && (end_ms ?? nowMs) > start);
      });
      return { start: new Date(start).toISOString(), counts: countsOf(here) };
    });
    assertEquals(buckets, expected);
  }
});

Deno.test("planWall() shows the newest events up to its limit, and counts all", () => {
  const facts = events(3, 50).map((fact) => ({ ...fact, instance_id: 1, end_ms: null }));
  const exact = planOf("template", facts, { most: 50 });
  assertEquals([exact.truncated, wallIds(exact).length, exact.total], [false, 50, 50]);
  const cut = planOf("template", facts, { most: 49 });
  assertEquals([cut.truncated, wallIds(cut).length, cut.total], [true, 49, 50]);
  assertEquals(wallIds(cut).includes(facts[49].id), false);
  assertEquals(cut.groups.map(({ counts }) => counts), exact.groups.map(({ counts }) => counts));
});

Deno.test("wallView() of a timeline has lanes of spans, and reads no event", () => {
  const plan = planOf("timeline", events(5, 40));
  assertEquals(wallIds(plan), []);
  const view = wallView(plan, new Map());
  assertEquals(view.groups, []);
  const lanes = "lanes" in view ? view.lanes : [];
  const [fact] = plan.groups[0].facts;
  assertEquals(lanes[0].spans[0], {
    event_id: fact.id,
    start: new Date(fact.start_ms).toISOString(),
    end: fact.end_ms === null ? null : new Date(fact.end_ms).toISOString(),
    severity: fact.severity,
  });
  assertEquals(lanes.map(({ key }) => key), plan.groups.map(({ key }) => key));
});
