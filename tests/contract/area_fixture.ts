import type { BulkMessage, InstanceMessage } from "../../actors/instance/contract.ts";
import type { Ref } from "../../actors/runtime/types.ts";
import type { AreaGrant, Role } from "../../domain/access/types.ts";
import type { Storage } from "../../storage/contract.ts";
import { keys } from "../../storage/keys.ts";
import { storedEvents } from "../support/stored_events.ts";
import {
  deploy,
  eventRecord,
  instanceDraft,
  outOfServiceRecord,
  templateDraft,
} from "../unit/storage/support.ts";
import { type Call, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;

/** Where a thing of the fixture stands: in an area, below one of its nodes, in no area, or nowhere. */
export const NODES = {
  north: "NORTH",
  below: "NORTH-LINE",
  south: "SOUTH",
  outside: "ROOT",
  nowhere: null,
} as const;
export type Spot = keyof typeof NODES;
export const SPOTS = Object.keys(NODES) as Spot[];

/** The parent of the node at each spot. */
export const PARENTS: Readonly<Record<Spot, Spot>> = {
  north: "outside",
  below: "north",
  south: "outside",
  outside: "nowhere",
  nowhere: "nowhere",
};

/** The ids of the areas. */
export const AREAS = { north: 1, south: 2 } as const;

/** The areas that a spot belongs to. */
export function areasAt(spot: Spot): number[] {
  if (spot === "north" || spot === "below") return [AREAS.north];
  return spot === "south" ? [AREAS.south] : [];
}

/** The instance and the event at a spot have the same id. */
export function idAt(spot: Spot): number {
  return SPOTS.indexOf(spot) + 1;
}

/**
 * A plant with the areas North and South, and an instance, an active event and an ended interval out of service at each spot. The instances are deployed
 * with the template 1. Actors answer without changing anything.
 */
export async function areaApp(options: { now?: () => number } = {}): Promise<TestApp> {
  const app: TestApp = await testApp({
    ...options,
    sleep: () => Promise.resolve(),
    instance: (id) => ref("instance", ({ type }: InstanceMessage) => answerOf(app.storage, { type, id })),
    bulk: { shardOf: () => 0, ref: () => ref("instance_bulk", (message: BulkMessage) => done(message)) },
  });
  await furnish(app.storage);
  return app;
}

async function furnish(storage: Storage): Promise<void> {
  const { plant, areas, instances } = storage;
  const node = { name: "N", parent_id: "ROOT", node_type: "site" } as const;
  await plant.create({ ...node, floc_id: "ROOT", parent_id: null, node_type: "enterprise" }, BY);
  await plant.create({ ...node, floc_id: "NORTH" }, BY);
  await plant.create({ ...node, floc_id: "SOUTH" }, BY);
  await plant.create({ ...node, floc_id: "NORTH-LINE", parent_id: "NORTH", node_type: "area" }, BY);
  await areas.create({ name: "North", plant_node_ids: ["NORTH"] }, BY);
  await areas.create({ name: "South", plant_node_ids: ["SOUTH"] }, BY);
  await storage.packages.create({ name: "Utilities", description: "" }, BY);
  await storage.templates.create(templateDraft(1), BY);
  for (const spot of SPOTS) {
    const { id } = await instances.create(instanceDraft(1, `At ${spot}`, NODES[spot]), BY);
    await deploy(storage, id);
    const event = eventRecord({ id, instance_id: id, plant_node_floc_id: NODES[spot] });
    await storage.store.commit(storedEvents(event), 1);
    const value = outOfServiceRecord({ id, scope: { kind: "instance", instance_id: id } });
    await storage.store.commit({ mutations: [{ type: "set", key: keys.outOfService(id), value }] }, 1);
  }
}

async function answerOf({ events, instances }: Storage, { type, id }: { type: string; id: number }) {
  return type.endsWith("_event") ? await events.get(id) : instances.get(id);
}

function done({ ids }: BulkMessage) {
  return Promise.resolve({ outcomes: ids.map((id) => ({ id, status: "done" })), rest: [] });
}

function ref<M>(kind: string, answer: (message: M) => Promise<unknown>): Ref<M> {
  return {
    address: { kind, id: "1" },
    ask: async <A>(message: M) => await answer(message) as A,
    tell: () => {},
  };
}

/** Who calls, with which grants. */
export interface Holder {
  who: string;
  role: Role;
  grants: AreaGrant[];
  call: Call;
}

/** A session and an API key with these grants. */
export async function holders(
  { storage: { access } }: TestApp,
  { who, role, grants }: Omit<Holder, "call">,
): Promise<Holder[]> {
  const user = await access.createUser({ username: who, password: "a password of theirs", role, grants }, BY);
  const { token } = await access.createSession(user.id);
  const draft = { name: who, role, grants, is_active: true, expires_at: null };
  const { key } = await access.apiKeys.issue(draft, BY);
  const cookie = { origin: "http://localhost:8000", cookie: `andon_session=${token}` };
  return [
    { who: `session ${who}`, role, grants, call: { headers: cookie } },
    { who: `key ${who}`, role, grants, call: { headers: { authorization: `Bearer ${key}` } } },
  ];
}
