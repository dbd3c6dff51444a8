import { TEXT_LIMITS } from "../shared/text.ts";
import { AssetLocations, comparable, nameParts } from "./asset_locations.ts";
import { parentTypesOf } from "./hierarchy.ts";
import type { NodeType, PlantTree } from "./types.ts";

/** A location of the plant model as it is, or as names propose it. */
export interface ProposedNode {
  id: string;
  name: string;
  type: NodeType;
  parentId: string | null;
  /** False: it is in the plant model. */
  isNew: boolean;
  /** Whether it is created with what is below it. */
  isLeftOut: boolean;
  /** Assets that stand for it. */
  assets: number;
}

/** The type that a node below one of this type usually has; undefined below the lowest. */
const BELOW: Readonly<Record<NodeType, NodeType | undefined>> = {
  enterprise: "site",
  site: "area",
  area: "production_line",
  process_cell: "unit",
  production_unit: "unit",
  production_line: "unit",
  storage_zone: "storage_unit",
  unit: "equipment_module",
  work_cell: "equipment_module",
  storage_unit: "equipment_module",
  equipment_module: "control_module",
  control_module: undefined,
};
/** The usual levels, from the top. */
const LEVELS = levelsFrom("enterprise");
const UNIT = LEVELS.indexOf("unit");

/** The usual type below a type; below nothing, that of a root. */
export function usualTypeBelow(parent: NodeType | null): NodeType | undefined {
  return parent === null ? "enterprise" : BELOW[parent];
}

function levelsFrom(type: NodeType | undefined): NodeType[] {
  return type === undefined ? [] : [type, ...levelsFrom(BELOW[type])];
}

/**
 * The plant model with the locations that dotted and slashed names of assets propose: one for each part of a name that
 * no node is named like. Most assets become units; what is above them becomes lines, areas and so on, by depth. Above
 * the first parts stand nodes of the model, or new ones to be renamed. Parents come before their children.
 */
export function proposedPlant(assets: readonly string[], plant: readonly PlantTree[]): ProposedNode[] {
  const paths = [...new Set(assets)].map(nameParts).filter((parts) => parts.length > 0)
    .sort((a, b) => a.join("\n") < b.join("\n") ? -1 : 1);
  const drawn = new DrawnPlant(plant, paths);
  const top = LEVELS[topLevel(paths.filter((parts) => drawn.anchorOf(parts) === 0))];
  for (const parts of paths) drawn.add(parts, top ?? "enterprise");
  return drawn.nodes;
}

/** The level of first parts at which names of the most frequent depth end at units, and the deepest ones fit. */
function topLevel(paths: readonly (readonly string[])[]): number {
  const depths = [...Map.groupBy(paths, (parts) => parts.length)]
    .sort(([a, some], [b, others]) => others.length - some.length || b - a);
  const usual = depths[0]?.[0] ?? 1, deepest = Math.max(1, ...depths.map(([depth]) => depth));
  return Math.max(0, Math.min(UNIT + 1 - usual, LEVELS.length - deepest));
}

/** The nodes of a plant while names add to them. */
class DrawnPlant {
  readonly #nodes = new Map<string, ProposedNode>();
  readonly #locations: AssetLocations;
  /** Nodes that all parts of a name lead to. A name with a part that no node has means another one. */
  readonly #owned = new Set<string>();
  /** New nodes by the comparable parts of their names. */
  readonly #made = new Map<string, ProposedNode>();
  /** What stands above the first parts of names, by their type. */
  readonly #bases = new Map<NodeType, ProposedNode>();

  constructor(plant: readonly PlantTree[], paths: readonly (readonly string[])[]) {
    this.#locations = new AssetLocations(plant);
    for (const root of plant) this.#keep(root, null);
    for (const parts of paths) {
      const id = this.#locations.isWhole(parts) ? this.#locations.named(parts) : undefined;
      if (typeof id === "string") this.#owned.add(id);
    }
  }

  get nodes(): ProposedNode[] {
    return [...this.#nodes.values()];
  }

  /** How many parts of a name the node that exists for it names; 0: none exists. */
  anchorOf(parts: readonly string[]): number {
    let count = parts.length;
    while (count > 0 && this.#existing(parts.slice(0, count)) === undefined) count--;
    return count;
  }

  #existing(parts: readonly string[]): string | undefined {
    const id = this.#locations.named(parts) ?? "";
    return id === "" || (this.#owned.has(id) && !this.#locations.isWhole(parts)) ? undefined : id;
  }

  add(parts: readonly string[], top: NodeType): void {
    const anchor = this.anchorOf(parts);
    let at = anchor === 0 ? undefined : this.#nodes.get(this.#existing(parts.slice(0, anchor)) ?? "");
    for (let count = anchor + 1; count <= parts.length; count++) {
      const next = this.#part(parts.slice(0, count), { parent: at, top });
      if (next === undefined) break;
      at = next;
    }
    if (at !== undefined) at.assets++;
  }

  /** Undefined below the lowest level. */
  #part(
    parts: readonly string[],
    { parent, top }: { parent: ProposedNode | undefined; top: NodeType },
  ): ProposedNode | undefined {
    const key = parts.map(comparable).join("\n");
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const type = parent === undefined ? top : usualTypeBelow(parent.type);
    if (type === undefined) return undefined;
    const above = parent ?? this.#baseFor(type);
    const made = this.#make({ id: parts.join("."), name: parts.at(-1) ?? "", type, above });
    this.#made.set(key, made);
    return made;
  }

  /** The first node of the model under which a type belongs, or a new one. */
  #baseFor(type: NodeType): ProposedNode | undefined {
    const legal = parentTypesOf(type);
    const usual = legal.find((one) => usualTypeBelow(one) === type && LEVELS.includes(one));
    if (usual === undefined) return undefined;
    const known = this.#bases.get(type);
    if (known !== undefined) return known;
    const name = usual === "production_line" ? "Line" : usual[0]!.toUpperCase() + usual.slice(1);
    const base = this.nodes.find((node) => !node.isNew && legal.includes(node.type)) ??
      this.#make({ id: name, name, type: usual, above: this.#baseFor(usual) });
    this.#bases.set(type, base);
    return base;
  }

  #make(
    { id, name, type, above }: Pick<ProposedNode, "id" | "name" | "type"> & { above?: ProposedNode },
  ): ProposedNode {
    const free = freeId(printable(id, TEXT_LIMITS.flocId), (one) => this.#nodes.has(one));
    const node = {
      id: free,
      name: printable(name, TEXT_LIMITS.name),
      type,
      parentId: above?.id ?? null,
      isNew: true,
      isLeftOut: false,
      assets: 0,
    };
    this.#nodes.set(free, node);
    return node;
  }

  #keep({ id, name, type, children }: PlantTree, parentId: string | null): void {
    this.#nodes.set(id, { id, name, type, parentId, isNew: false, isLeftOut: false, assets: 0 });
    for (const child of children) this.#keep(child, id);
  }
}

/** Without control characters and blanks at the ends; of a long text its end, in which names differ. */
function printable(text: string, most: number): string {
  const characters = [...text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu, " ").trim()];
  return characters.slice(-most).join("").trim() || "Unnamed";
}

function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  for (let number = 2;; number++) {
    const next = `${[...id].slice(0, TEXT_LIMITS.flocId - 6).join("")}-${number}`;
    if (!isTaken(next)) return next;
  }
}
