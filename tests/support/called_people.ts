import { type ContactPointDraft, contactPointSchema } from "../../domain/contact_point/schema.ts";
import type { Recipient } from "../../domain/notification/types.ts";
import { type PolicyDraft, policySchema } from "../../domain/notification_policy/schema.ts";
import { rosterSchema } from "../../domain/roster/schema.ts";
import type { Storage } from "../../storage/contract.ts";

const ADMIN = { name: "admin", role: "admin" } as const;

/** Adds a contact point; answers its id. */
export async function addPoint(
  { contactPoints }: Storage,
  given: Partial<ContactPointDraft> & Pick<ContactPointDraft, "name" | "config">,
): Promise<number> {
  return (await contactPoints.create(contactPointSchema.parse(given), ADMIN)).id;
}

/** Adds a user with a confirmed address at a contact point; answers the user's id. */
export async function addPerson(
  { access, contactAddresses }: Storage,
  { username, point, address }: { username: string; point: number; address: string },
): Promise<number> {
  const { id } = await access.createUser(
    { username, password: "correct horse battery", role: "operator" },
    ADMIN,
  );
  const { id: addressId } = await contactAddresses.add(id, { contact_point_id: point, address }, ADMIN);
  const { code } = await contactAddresses.newCode({ userId: id, addressId });
  await contactAddresses.confirm({ userId: id, addressId }, code, ADMIN);
  return id;
}

export async function addTeam({ teams }: Storage, name: string, user_ids: number[]): Promise<Recipient> {
  const { id } = await teams.create({ name, user_ids }, ADMIN);
  return { kind: "team", id };
}

/** A roster whose users take turns of a day. */
export async function addRoster({ rosters }: Storage, name: string, user_ids: number[]): Promise<Recipient> {
  const layers = [{ name: "Days", user_ids, every: 1, unit: "day", starts_on: "2026-01-01" }];
  const draft = rosterSchema.parse({ name, time_zone: "Europe/Berlin", layers });
  const { id } = await rosters.create(draft, ADMIN);
  return { kind: "roster", id };
}

/** A policy of one group an event, which tells at once and tells no end. */
export async function addPolicy(
  { notificationPolicies }: Storage,
  given: Partial<Omit<PolicyDraft, "match">> & { name: string; match?: Partial<PolicyDraft["match"]> },
): Promise<number> {
  const draft = policySchema.parse({
    ...{ group_by: ["instance"], group_wait_seconds: 0, group_interval_seconds: 0, notify_resolved: false },
    ...given,
  });
  return (await notificationPolicies.create(draft, ADMIN)).id;
}

/**
 * How many users, teams and rosters `addCalled` adds, each: nearly as many as there may be. And the policies, one of
 * which Andon has anyway.
 */
const CALLED = 98, POLICIES = 200;

/**
 * The most policies that are possible, and the users, teams and rosters that they call: each takes the events of one
 * machine, a plant node. `left` policies are left for the caller's own. Answers who is called for each machine.
 */
export async function addCalled(
  storage: Storage,
  { point, left = 0 }: { point: number; left?: number },
): Promise<Map<string, number>> {
  const users: number[] = [], called: Recipient[] = [];
  for (let i = 0; i < CALLED; i++) {
    const username = `person${i}`;
    const id = await addPerson(storage, { username, point, address: `${username}@example.org` });
    users.push(id);
    called.push({ kind: "user", id });
    called.push(await addTeam(storage, `Team ${i}`, [id]), await addRoster(storage, `Roster ${i}`, [id]));
  }
  const node = { name: "Node", parent_id: "PLANT", node_type: "site" } as const;
  await storage.plant.create({ ...node, floc_id: "PLANT", parent_id: null, node_type: "enterprise" }, ADMIN);
  const calledFor = new Map<string, number>();
  for (let i = 0; i < POLICIES - 1 - left; i++) {
    const machine = machineOf(i), at = (i * 4) % called.length;
    await storage.plant.create({ ...node, floc_id: machine }, ADMIN);
    // One of the three kinds each time, and in the end everybody.
    const steps = [{ after_minutes: 0, to: [called[at]!] }];
    await addPolicy(storage, { name: machine, match: { plant_node_ids: [machine] }, steps });
    calledFor.set(machine, users[Math.floor(at / 3)]!);
  }
  return calledFor;
}

/** The plant node of the i-th machine. */
export function machineOf(i: number): string {
  return `MACHINE-${i}`;
}
