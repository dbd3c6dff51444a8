import { assert, assertEquals } from "@std/assert";
import type { RuleEvent } from "../../../console/api/client.ts";
import { CRITICAL, type WallGrouping, wallOf } from "../../../console/pages/wall/wall_model.ts";
import { unfolded, worstRank } from "../../../console/pages/wall/wall_order.ts";
import { event } from "./support.ts";

const NOW_MS = Date.parse("2026-01-31T08:30:00.000Z");
const at = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
const returned = {
  is_active: false,
  end_time: at(1),
  closed_at: at(1),
  close_reason: "condition_cleared",
} as const;
const SEVERITIES = ["critical", "error", "warning", "info"] as const;

const wall = (events: RuleEvent[], grouping: WallGrouping = "template") =>
  wallOf({
    events,
    grouping,
    hours: 1,
    nowMs: NOW_MS,
    withEnded: false,
    find: "",
    titleOf: ({ template_id, category }) => `${template_id} ${category}`,
    retainedSinceMs: 0,
  });
const tilesOf = ({ sections }: ReturnType<typeof wall>) => sections.flatMap(({ items }) => items);
const own = (id: number, changes: Partial<RuleEvent> = {}) => event(id, { instance_id: id, ...changes });

Deno.test("an older event of a key that waits does not lift its warning above a critical", () => {
  const shown = wall([
    event(1, { ...returned }),
    event(2, { severity: "warning" }),
    own(3, { severity: "critical", template_id: 2 }),
  ]);
  assertEquals(tilesOf(shown).map(({ event }) => event.id), [3, 2]);
});

Deno.test("active ones are tiles and returned ones rows beneath, over all sections", () => {
  const shown = wall([
    own(1, { ...returned, severity: "critical" }),
    own(2, { severity: "info", template_id: 2 }),
    own(3, { ...returned, template_id: 2 }),
  ]);
  assertEquals(tilesOf(shown).map(({ event }) => event.id), [2]);
  assertEquals(shown.rows.map(({ event }) => event.id), [1, 3]);
});

Deno.test("the event of the lost source is first, before every critical", () => {
  const lost = event(9, { instance_id: null, template_id: null, rule_id: "source_lost", severity: "error" });
  const shown = wall([own(1, { severity: "critical" }), lost, own(2, { severity: "error" })]);
  assertEquals(tilesOf(shown).map(({ event }) => event.id), [9, 1, 2]);
});

Deno.test("what is shelved counts once a key, also while its alarm is normal", () => {
  const until = new Date(NOW_MS + 60_000).toISOString();
  const active = own(1, { shelved_until: until });
  const normal = own(2, { ...returned, shelved_until: until });
  const { shelved } = wallOf({
    events: [active],
    shelved: [active, normal],
    grouping: "template",
    hours: 1,
    nowMs: NOW_MS,
    withEnded: false,
    find: "",
    titleOf: () => "",
  });
  assertEquals(shelved, 2);
});

/** A linear congruential generator: the same cases in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

Deno.test("over random walls: criticals lead, all that is active is a tile, none of the worst is folded", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomOf(seed);
    const events = Array.from({ length: random(120) }, (_, index) =>
      event(index + 1, {
        instance_id: random(60),
        template_id: random(4),
        category: ["health", "quality"][random(2)],
        severity: SEVERITIES[random(4)],
        start_time: at(random(50)),
        acknowledged_at: random(2) === 0 ? at(1) : null,
        ...random(3) === 0 ? returned : {},
      }));
    for (const grouping of ["template", "category"] as const) {
      const shown = wall(events, grouping);
      const tiles = tilesOf(shown);
      assert(tiles.every(({ event }) => event.is_active));
      assert(shown.rows.every(({ event }) => !event.is_active));
      const ranks = tiles.map(({ event }) => event.severity === "critical");
      assertEquals(ranks, ranks.toSorted((a, b) => Number(b) - Number(a)));
      const worst = worstRank(tiles);
      for (const section of shown.sections) {
        const folded = new Set(section.items).difference(
          new Set(unfolded(section.items, { most: 1, worst })),
        );
        for (const { event } of folded) assert(event.severity !== "critical");
        for (const { event } of folded) assert(worstRank([{ event, waiting: [] }]) > worst);
        if (section.key !== CRITICAL) {
          const order = section.items.map(({ event }) => SEVERITIES.indexOf(event.severity));
          assertEquals(order, order.toSorted((a, b) => a - b));
        }
      }
      const keys = new Set(
        events.filter(({ is_active }) => is_active).map(({ instance_id, rule_id, template_id, category }) =>
          `${grouping === "template" ? template_id : category} ${instance_id}/${rule_id}`
        ),
      );
      assertEquals(tiles.length, keys.size);
    }
  }
});
