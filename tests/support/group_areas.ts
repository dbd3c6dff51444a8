import { assertEquals } from "@std/assert";
import type { TestApp } from "../contract/support.ts";

const BY = { name: "test", role: "admin" } as const;
const NODES = ["NORTH", "SOUTH"] as const;

/** The areas North (1) and South (2), in which the provider's groups `north` and `south` are engineers. */
export async function areasOfGroups({ app, id }: { app: TestApp; id: number }): Promise<void> {
  const { plant, areas } = app.storage;
  const node = { name: "N", parent_id: "ROOT", node_type: "site" } as const;
  await plant.create({ ...node, floc_id: "ROOT", parent_id: null, node_type: "enterprise" }, BY);
  for (const floc_id of NODES) {
    await plant.create({ ...node, floc_id }, BY);
    await areas.create({ name: floc_id, plant_node_ids: [floc_id] }, BY);
  }
  const grants = [
    { group: "north", role: "engineer", area_ids: [1] },
    { group: "south", role: "engineer", area_ids: [2] },
    { group: "viewers", role: "viewer" },
  ];
  const body = { grants };
  const changed = await app.call(`PUT /api/identity-providers/${id}`, { as: "admin", body });
  assertEquals(changed.status, 200, changed.text);
}

/** Where a session may act at this moment: it changes each node, which takes an engineer. */
export async function actsAt(app: TestApp, cookie: string): Promise<string[]> {
  const headers = { origin: "http://localhost:8000", cookie };
  const allowed: string[] = [];
  for (const node of NODES) {
    const answer = await app.call(`PUT /api/plant-model/${node}`, { headers, body: { name: "N" } });
    if (answer.status === 200) allowed.push(node);
    else assertEquals(answer.status, 403, answer.text);
  }
  return allowed;
}
