import { isAtLeast, roleIn } from "../../../domain/access/grants.ts";
import type { Granted, Role } from "../../../domain/access/types.ts";
import type { AreaRecord } from "../../../domain/area/schema.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Storage } from "../../../storage/contract.ts";
import type { Place } from "../admission.ts";

/** The most areas that a refusal names. */
export const MOST_AREAS_NAMED = 20;

type Read = Pick<Storage, "areas" | "instances">;
type Fields = Record<string, unknown>;

/**
 * What a caller without the needed role in the whole plant may do: act at places in areas with a grant of that role.
 * Whatever is not checked when the handler begins is refused.
 */
export class AreaGuard {
  #isOpen: boolean;

  constructor(
    private readonly storage: Read,
    private readonly access: { role: Role; place: Place; method: string; granted: Granted },
  ) {
    this.#isOpen = access.place === "anywhere" || access.place === "items";
  }

  /** Checks the thing that the path names. */
  checkStored(stored: unknown): void {
    const { place, method } = this.access;
    const node = storedNode(place, { stored, storage: this.storage });
    if (node === undefined) return;
    this.require(node);
    this.#isOpen = FIELD_OF[place] === undefined || method !== "PUT";
  }

  /** Checks the place that the body names: that of a new thing, or another one for a thing that moves. */
  checkBody(body: Fields, stored: unknown): void {
    const { place, method } = this.access, field = FIELD_OF[place];
    if (place === "named_instance") {
      this.require(this.storage.instances.get(Number(body.instance_id))?.plant_node_floc_id ?? null);
      this.#isOpen = true;
    }
    if (place === "scope" && stored === undefined) {
      this.require(scopeNode(body.scope, this.storage));
      this.#isOpen = true;
    }
    const isNew = place === "new_instance" || place === "new_node";
    if (field === undefined || !isNew && method !== "PUT") return;
    if (isNew || moves(body, { field, stored })) this.require(textOrNull(body[field]));
    this.#isOpen = true;
  }

  /** Refuses what has not been checked. */
  checkAll(): void {
    if (!this.#isOpen) this.require(null);
  }

  /** FORBIDDEN unless the caller has the role at the plant node; null: nowhere in the plant model. */
  require(flocId: string | null): void {
    const { role, granted } = this.access;
    const areas = this.storage.areas.ofNode(flocId);
    const own = roleIn(granted, areas.map(({ id }) => id));
    if (!isAtLeast(own, role)) throw outsideAreas({ role, own, areas });
  }
}

/** The fields of bodies that name a place. */
const FIELD_OF: Partial<Record<Place, "plant_node_floc_id" | "parent_id">> = {
  instance: "plant_node_floc_id",
  new_instance: "plant_node_floc_id",
  node: "parent_id",
  new_node: "parent_id",
};

/** The plant node of the thing in the path; undefined for a route without one. */
function storedNode(
  place: Place,
  { stored, storage }: { stored: unknown; storage: Read },
): string | null | undefined {
  if (!isFields(stored)) return undefined;
  switch (place) {
    case "event":
    case "instance":
      return textOrNull(stored.plant_node_floc_id);
    case "shelf": {
      const instance = storage.instances.get(Number(stored.instance_id));
      return instance === undefined ? textOrNull(stored.plant_node_floc_id) : instance.plant_node_floc_id;
    }
    case "scope":
      return scopeNode(stored.scope, storage);
    case "node":
      return textOrNull(stored.floc_id);
    default:
      return undefined;
  }
}

/** The plant node at which a scope out of service stands. */
function scopeNode(scope: unknown, { instances }: Read): string | null {
  if (!isFields(scope)) return null;
  if (scope.kind === "plant_node") return textOrNull(scope.plant_node_floc_id);
  return instances.get(Number(scope.instance_id))?.plant_node_floc_id ?? null;
}

function moves(body: Fields, { field, stored }: { field: string; stored: unknown }): boolean {
  return body[field] !== undefined && isFields(stored) && body[field] !== stored[field];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function outsideAreas(
  { role, own, areas }: { role: Role; own: Role; areas: readonly AreaRecord[] },
): Refusal {
  const named = areas.slice(0, MOST_AREAS_NAMED);
  const [first, ...more] = named.map(({ name }) => `"${name}"`);
  const where = first === undefined
    ? "in the whole plant, because this belongs to no area"
    : more.length === 0
    ? `in the area ${first} or in the whole plant`
    : `in one of the areas ${[first, ...more].join(", ")} or in the whole plant`;
  return new Refusal("FORBIDDEN", `This needs the role ${role} ${where}; yours there is ${own}`, {
    role_needed: role,
    areas_needed: named.map(({ id, name }) => ({ id, name })),
  });
}
