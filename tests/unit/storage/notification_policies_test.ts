import { assertEquals } from "@std/assert";
import { type PolicyDraft, policySchema } from "../../../domain/notification_policy/schema.ts";
import { rosterSchema } from "../../../domain/roster/schema.ts";
import type { Storage } from "../../../storage/contract.ts";
import { testStorage } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
/** So many turns of the loop lie between the begin of a write and that of the other one, at most. */
const MOST_TURNS = 60;

/** Something that policies name and that can be removed. */
interface Named {
  make(storage: Storage): Promise<number>;
  names(id: number): Partial<PolicyDraft>;
  remove(storage: Storage, id: number): Promise<void>;
}

const node = { name: "N", floc_id: "NORTH", node_type: "enterprise", parent_id: null } as const;
const calls = (kind: "team" | "roster", id: number) => ({
  steps: [{ after_minutes: 0, to: [{ kind, id }] }],
});

const KINDS: Record<string, Named> = {
  "an area": {
    make: async ({ areas }) => (await areas.create({ name: "North", plant_node_ids: [] }, BY)).id,
    names: (id) => ({ match: { ...policySchema.parse({ name: "x" }).match, area_ids: [id] } }),
    remove: ({ areas }, id) => areas.remove(id, BY),
  },
  "a plant node": {
    make: async ({ plant }) => (await plant.create(node, BY), 0),
    names: () => ({ match: { ...policySchema.parse({ name: "x" }).match, plant_node_ids: ["NORTH"] } }),
    remove: ({ plant }) => plant.remove("NORTH", BY),
  },
  "a team": {
    make: async ({ teams }) => (await teams.create({ name: "Leads", user_ids: [] }, BY)).id,
    names: (id) => calls("team", id),
    remove: ({ teams }, id) => teams.remove(id, BY),
  },
  "a roster": {
    make: async ({ rosters }) =>
      (await rosters.create(rosterSchema.parse({ name: "Nights", time_zone: "UTC", layers: [] }), BY)).id,
    names: (id) => calls("roster", id),
    remove: ({ rosters }, id) => rosters.remove(id, BY),
  },
};

for (const [kind, { make, names, remove }] of Object.entries(KINDS)) {
  Deno.test(`of a policy that names ${kind} and its removal at the same time one is refused`, async () => {
    await using on = await testStorage();
    const { storage } = on, { notificationPolicies: policies } = storage;
    for (let turns = 0; turns < MOST_TURNS; turns++) {
      const id = await make(storage);
      const creating = policies.create(policySchema.parse({ name: "North", ...names(id) }), BY);
      for (let i = 0; i < turns; i++) await Promise.resolve();
      const [made, removed] = await Promise.allSettled([creating, remove(storage, id)]);
      assertEquals([made.status, removed.status].toSorted(), ["fulfilled", "rejected"], `${turns} turns`);
      if (made.status === "rejected") continue;
      await policies.remove(made.value.id, BY);
      await remove(storage, id);
    }
  });
}
