import { AttributeIds, NodeClass, type NodeId } from "node-opcua-client";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { connectionFailed } from "./failure.ts";
import { MOST_ITEMS } from "./limits.ts";
import type { Item } from "./messages.ts";
import type { Namespaces } from "./namespaces.ts";
import { BELOW, hasBelow, nodeOfPick } from "./node_text.ts";
import type { Reading } from "./reading.ts";
import type { OpcUaConfig } from "./settings.ts";
import { type Below, SERVER, Tree } from "./tree.ts";
import { isTooComplex, streamTypeOf } from "./values.ts";

const MOST_VISITED = 100_000;
const HISTORY_READ = 4;

/** A variable to read. */
export interface Chosen extends Item {
  node: NodeId;
  hasHistory: boolean;
}

interface Found {
  node: NodeId;
  path: readonly string[];
  below: Below;
}

export interface Selection {
  chosen: Chosen[];
  problems: { stream: string | null; reason: string }[];
}

/** The variables that the settings choose. */
export class Selecting {
  readonly #tree: Tree;
  readonly #found = new Map<string, Found>();
  readonly #problems: Selection["problems"] = [];
  #visited = 0;
  #isFull = false;

  constructor(private readonly reading: Reading, private readonly namespaces: Namespaces) {
    this.#tree = new Tree(reading, namespaces);
  }

  async select({ nodes }: Pick<OpcUaConfig, "nodes">): Promise<Selection> {
    for (const pick of nodes) {
      try {
        await this.#add(pick);
      } catch (error) {
        this.#problems.push({ stream: pick, reason: errorSentence(error) });
      }
    }
    if (this.#isFull) {
      this.#problems.push({
        stream: null,
        reason:
          `More than ${MOST_ITEMS} variables are chosen, and only the first are read; choose fewer, or make ` +
          "another source",
      });
    }
    return { chosen: await this.#described(), problems: this.#problems };
  }

  async #add(pick: string): Promise<void> {
    const text = nodeOfPick(pick), isDeep = hasBelow(pick), node = this.namespaces.nodeOf(text);
    const [value] = await this.reading.attributes([{ nodeId: node, attributeId: AttributeIds.NodeClass }]);
    if (value?.statusCode.isGood() !== true) throw connectionFailed(`The server has no node ${text}`);
    const isVariable = value.value?.value === NodeClass.Variable;
    if (!isVariable && !isDeep) {
      throw connectionFailed(`The node ${text} has no value; choose what is below it (${text}${BELOW})`);
    }
    await this.#walk([{ node, path: await this.#tree.pathOf(node), isVariable }], isDeep);
  }

  /** Level by level, each node once. */
  async #walk(level: { node: NodeId; path: readonly string[]; isVariable: boolean }[], isDeep: boolean) {
    const seen = new Set<string>();
    while (level.length > 0 && !this.#isFull) {
      const belows = await this.#tree.below(level.map(({ node }) => node));
      const next: typeof level = [];
      for (const [i, { node, path, isVariable }] of level.entries()) {
        if (isVariable) this.#take({ node, path, below: belows[i]! });
        if (!isDeep) continue;
        for (const child of belows[i]!.children) {
          const text = child.node.toString();
          if (seen.has(text) || text === SERVER || this.#visited++ > MOST_VISITED) continue;
          seen.add(text);
          next.push({ ...child, path: [...path, child.name] });
        }
      }
      level = next;
    }
  }

  #take(found: Found): void {
    const key = found.node.toString();
    if (this.#found.has(key)) return;
    if (this.#found.size >= MOST_ITEMS) this.#isFull = true;
    else this.#found.set(key, found);
  }

  /** With type, unit and history; those that no stream can hold are left out. */
  async #described(): Promise<Chosen[]> {
    const all = [...this.#found.values()];
    const asked = [AttributeIds.DataType, AttributeIds.ValueRank, AttributeIds.AccessLevel];
    const values = await this.reading.attributes(
      all.flatMap(({ node }) => asked.map((attributeId) => ({ nodeId: node, attributeId }))),
    );
    const units = await this.#tree.units(all.map(({ below }) => below.unit));
    const types = new Map<string, number>(), names = new Set<string>();
    const chosen: Chosen[] = [];
    for (const [i, { node, path }] of all.entries()) {
      const [type, rank, access] = values.slice(3 * i, 3 * i + 3).map((value) => value.value?.value);
      const builtIn = type ? await this.#tree.builtIn(type as NodeId, types) : 0;
      const stream = this.#nameOf({ path, node, names });
      if (Number(rank) >= 0 || isTooComplex(builtIn)) {
        const reason = "It holds an array or a structure, which makes no stream";
        this.#problems.push({ stream, reason });
        continue;
      }
      chosen.push({
        ...{ stream, node, unit: units[i]!, type: streamTypeOf(builtIn) },
        path: path.slice(0, -1),
        hasHistory: (Number(access) & HISTORY_READ) !== 0,
      });
    }
    return chosen;
  }

  /** Nodes of different namespaces may have the same path. */
  #nameOf({ path, node, names }: { path: readonly string[]; node: NodeId; names: Set<string> }): string {
    const name = path.join("/"), free = names.has(name) ? `${name} [${this.namespaces.textOf(node)}]` : name;
    names.add(free);
    return free;
  }
}
