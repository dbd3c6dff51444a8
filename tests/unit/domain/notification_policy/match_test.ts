import { assert, assertEquals } from "@std/assert";
import type { NotifiableEvent } from "../../../../domain/notification/engine_types.ts";
import { everythingElse } from "../../../../domain/notification_policy/everything_else.ts";
import { policyTable } from "../../../../domain/notification_policy/match.ts";
import type { PolicyMatch, PolicyRecord } from "../../../../domain/notification_policy/schema.ts";

const node = (floc_id: string, parent_id: string | null) => (
  { v: 1 as const, floc_id, name: floc_id, node_type: "site" as const, parent_id }
);
const PLANT = {
  nodes: [node("ROOT", null), node("NORTH", "ROOT"), node("N-1", "NORTH"), node("SOUTH", "ROOT")],
  areas: [{ v: 1 as const, id: 1, name: "North", plant_node_ids: ["NORTH"], created_at: "", created_by: "" }],
};

const event = (given: Partial<NotifiableEvent> = {}) => (
  {
    severity: "error",
    category: "health",
    template_id: 3,
    plant_node_floc_id: "N-1",
    flags: ["chattering"],
    ...given,
  } as NotifiableEvent
);

const policy = (id: number, match: Partial<PolicyMatch>, more: Partial<PolicyRecord> = {}): PolicyRecord => (
  { ...everythingElse, id, match: { ...everythingElse.match, ...match }, ...more }
);

function takes(match: Partial<PolicyMatch>, given: Partial<NotifiableEvent> = {}): boolean {
  return policyTable([policy(2, match)], PLANT).matching(event(given)).length === 1;
}

Deno.test("policyTable() takes an event that matches each list by one of its items", () => {
  assert(takes({}));
  assert(takes({ severities: ["critical", "error"] }));
  assert(!takes({ severities: ["critical"] }));
  assert(takes({ categories: ["health"], template_ids: [2, 3], flags: ["initial", "chattering"] }));
  assert(!takes({ categories: ["health"], template_ids: [2] }));
  assert(!takes({ categories: ["safety"] }));
  assert(!takes({ flags: ["initial"] }));
});

Deno.test("policyTable() takes an event in an area, or at or below a plant node", () => {
  assert(takes({ plant_node_ids: ["N-1"] }));
  assert(takes({ plant_node_ids: ["ROOT"] }));
  assert(takes({ area_ids: [1] }));
  assert(takes({ area_ids: [1], plant_node_ids: ["SOUTH"] }));
  assert(!takes({ plant_node_ids: ["SOUTH"] }));
  assert(!takes({ area_ids: [9] }));
  assert(!takes({ area_ids: [1] }, { plant_node_floc_id: null }));
  assert(!takes({ area_ids: [1] }, { plant_node_floc_id: "SOUTH" }));
});

Deno.test("policyTable() gives the first policy that matches, and the next ones while they say continue", () => {
  const policies = [
    policy(5, { severities: ["critical"] }),
    policy(3, {}, { continue: true }),
    policy(4, { severities: ["info"] }, { continue: true }),
    policy(2, {}),
    everythingElse,
  ];
  const table = policyTable(policies, PLANT);
  assertEquals(table.matching(event()).map(({ id }) => id), [3, 2]);
  assertEquals(table.matching(event({ severity: "critical" })).map(({ id }) => id), [5]);
  assertEquals([table.get(4)?.id, table.get(9)], [4, undefined]);
});
