import type { Issue } from "../../domain/shared/refusal.ts";
import type { Storage } from "../../storage/contract.ts";
import type { AppContext } from "./env.ts";
import { integerId } from "./route.ts";

/** A field of a body with the id of another resource. */
export interface Reference {
  path: string;
  noun: string;
  find: (id: number) => unknown;
}

/** The resources in a body that do not exist. The schema reports fields of the wrong type. */
export function unknownReferences(body: Record<string, unknown>, references: Reference[]): Issue[] {
  return references.flatMap(({ path, noun, find }) => {
    const id = body[path];
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || find(id) !== undefined) return [];
    return [{ path, message: `${noun} ${id} does not exist` }];
  });
}

/** A name in a body that another resource has than the one of the path. */
export function takenName(
  c: AppContext,
  { noun, name, byName }: {
    noun: string;
    name: unknown;
    byName: (name: string) => { id: number; name: string } | undefined;
  },
): Issue[] {
  const holder = typeof name === "string" ? byName(name) : undefined;
  if (holder === undefined || holder.id === integerId(c.req.param("id"))) return [];
  return [{ path: "name", message: `${noun} "${holder.name}" already exists; choose another name` }];
}

/** The areas in grants that do not exist. The schema reports what is no list of grants. */
export function unknownAreas(storage: Pick<Storage, "areas">, grants: unknown): Issue[] {
  return listOf(grants).flatMap((grant, i) => {
    const ids = typeof grant === "object" && grant !== null && "area_ids" in grant ? grant.area_ids : [];
    return unknownAreaIds(storage, { ids, path: `grants.${i}.area_ids` });
  });
}

/** The areas in a list of ids that do not exist. */
export function unknownAreaIds(
  { areas }: Pick<Storage, "areas">,
  { ids, path }: { ids: unknown; path: string },
): Issue[] {
  return listOf(ids).flatMap((id, i) => {
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return [];
    if (areas.get(id) !== undefined) return [];
    return [{ path: `${path}.${i}`, message: `Area ${id} does not exist` }];
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
