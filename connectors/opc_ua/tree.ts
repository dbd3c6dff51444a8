import {
  BrowseDirection,
  type BrowseResult,
  coerceNodeId,
  type DataValue,
  NodeClass,
  type NodeId,
  type ReferenceDescription,
} from "node-opcua-client";
import type { BrowseNode } from "../../domain/source/types.ts";
import { connectionFailed } from "./failure.ts";
import type { Namespaces } from "./namespaces.ts";
import type { Reading } from "./reading.ts";
import { streamTypeOf, UNSUPPORTED, valueOf } from "./values.ts";

const OBJECTS = coerceNodeId("i=85");
/** Figures of the server about itself. */
export const SERVER = "i=2253";
const HAS_PROPERTY = 46;
const MOST_CHILDREN = 2_000;
const DEEPEST = 30;
const LONGEST_VALUE = 100;
const TYPE_NAMES = { NUM: "number", STR: "text", BOOL: "boolean" };

/** A node below another one. */
export interface Child {
  node: NodeId;
  name: string;
  isVariable: boolean;
}

/** What is below a node. */
export interface Below {
  children: Child[];
  /** The property that tells a variable's unit. */
  unit: NodeId | null;
}

/** The address space of a server, read as it is needed. */
export class Tree {
  constructor(private readonly reading: Reading, private readonly namespaces: Namespaces) {}

  /** What there is to choose from below a node; null: the root. */
  async browse(text: string | null): Promise<BrowseNode[]> {
    const node = text === null ? OBJECTS : this.namespaces.nodeOf(text);
    const children = plantFirst((await this.below([node]))[0]!.children);
    if (children.length > MOST_CHILDREN) {
      throw connectionFailed(
        `There are ${children.length} nodes below ${
          text ?? "the root"
        }, and at most ${MOST_CHILDREN} are listed; ` +
          "choose all of them, or enter the ids of nodes",
      );
    }
    const belows = await this.below(children.map(({ node }) => node));
    const values = await this.#values(children, belows);
    return children.map(({ node, name, isVariable }, i) => ({
      id: this.namespaces.textOf(node),
      name,
      has_children: belows[i]!.children.length > 0,
      stream: isVariable ? shown(values[i]!) : null,
    }));
  }

  async below(nodes: readonly NodeId[]): Promise<Below[]> {
    return (await this.reading.references(nodes)).map(belowOf);
  }

  /** The names of the nodes from below the root down to this one. */
  async pathOf(node: NodeId): Promise<string[]> {
    const path: string[] = [];
    for (let at = node; path.length < DEEPEST && at.toString() !== OBJECTS.toString();) {
      const name = await this.#nameOf(at);
      path.unshift(name);
      const [above] = await this.reading.references([at], true);
      const parent = above?.references?.[0];
      if (parent === undefined) break;
      at = nodeOf(parent);
    }
    return path;
  }

  /** The units that properties tell; null: none. */
  async units(properties: readonly (NodeId | null)[]): Promise<(string | null)[]> {
    const asked = properties.filter((node) => node !== null);
    const values = await this.reading.values(asked);
    const units = new Map(asked.map((node, i) => [node, unitOf(values[i]!)]));
    return properties.map((node) => node === null ? null : units.get(node) ?? null);
  }

  /** The data type of the standard that one is a kind of. */
  async builtIn(type: NodeId, known: Map<string, number>): Promise<number> {
    const passed: string[] = [];
    let found = 0;
    for (let at: NodeId | undefined = type; at !== undefined && passed.length < DEEPEST;) {
      const text = at.toString(), standard = at.namespace === 0 ? Number(at.value) : NaN;
      const answer = known.get(text) ?? builtInOf(standard);
      if (answer !== undefined) {
        found = answer;
        break;
      }
      passed.push(text);
      at = await this.#supertype(at);
    }
    for (const text of passed) known.set(text, found);
    return found;
  }

  async #supertype(type: NodeId): Promise<NodeId | undefined> {
    const { references } = await this.reading.session.browse({
      nodeId: type,
      browseDirection: BrowseDirection.Inverse,
      referenceTypeId: "HasSubtype",
      resultMask: 0,
    });
    return references?.[0]?.nodeId;
  }

  async #nameOf(node: NodeId): Promise<string> {
    const [value] = await this.reading.attributes([{ nodeId: node, attributeId: 3 }]);
    const name = value?.value?.value?.name;
    if (typeof name !== "string") {
      throw connectionFailed(`The server has no node ${this.namespaces.textOf(node)}`);
    }
    return name;
  }

  async #values(children: readonly Child[], belows: readonly Below[]) {
    const variables = children.filter(({ isVariable }) => isVariable).map(({ node }) => node);
    const values = await this.reading.values(variables);
    const units = await this.units(belows.map(({ unit }) => unit));
    const byNode = new Map(variables.map((node, i) => [node, values[i]!]));
    return children.map(({ node }, i) => ({ value: byNode.get(node), unit: units[i]! }));
  }
}

/** What the standard itself has, such as figures of the server, comes after the plant. */
function plantFirst(children: readonly Child[]): Child[] {
  const { plant = [], standard = [] } = Object.groupBy(
    children,
    ({ node }) => node.namespace === 0 ? "standard" : "plant",
  );
  return [...plant, ...standard];
}

export function belowOf({ references }: BrowseResult): Below {
  const all = references ?? [];
  const isProperty = ({ referenceTypeId }: ReferenceDescription) =>
    referenceTypeId.namespace === 0 && referenceTypeId.value === HAS_PROPERTY;
  const unit = all.find((one) => isProperty(one) && one.browseName.name === "EngineeringUnits");
  const children = all.filter((one) => !isProperty(one) && one.nodeId.serverIndex === 0).map((one) => ({
    node: nodeOf(one),
    name: one.browseName.name ?? one.displayName.text ?? one.nodeId.toString(),
    isVariable: one.nodeClass === NodeClass.Variable,
  }));
  return { children, unit: unit === undefined ? null : nodeOf(unit) };
}

function nodeOf({ nodeId }: ReferenceDescription): NodeId {
  return coerceNodeId(nodeId.toString());
}

function unitOf({ value }: DataValue): string | null {
  const text = value?.value?.displayName?.text;
  return typeof text === "string" && text !== "" ? text : null;
}

function shown({ value, unit }: { value: DataValue | undefined; unit: string | null }): BrowseNode["stream"] {
  if (value === undefined) return null;
  const known = valueOf(value.value);
  if (known === UNSUPPORTED) return null;
  const type = streamTypeOf(value.value.dataType);
  return {
    type: type === undefined ? "unknown" : TYPE_NAMES[type],
    unit,
    value_text: known === null ? null : String(known).slice(0, LONGEST_VALUE),
  };
}

/** The standard's own types; numbers of any kind, and enumerations, by what carries them. */
function builtInOf(standard: number): number | undefined {
  if (standard >= 1 && standard <= 25) return standard;
  return { 26: 11, 27: 8, 28: 9, 29: 6 }[standard];
}
