import {
  AttributeIds,
  browseAll,
  BrowseDirection,
  type BrowseResult,
  type ClientSession,
  type DataValue,
  type NodeId,
  readOperationLimits,
} from "node-opcua-client";

const MOST_AT_ONCE = 500;
const HIERARCHICAL = "i=33";
const OBJECTS_AND_VARIABLES = 1 | 2;
const ALL_FIELDS = 63;

/** What a server takes in one request. */
export interface Limits {
  reads: number;
  browses: number;
  items: number;
  histories: number;
}

export async function limitsOf(session: ClientSession): Promise<Limits> {
  const limits = await readOperationLimits(session);
  const most = (given: number | undefined) => Math.min(given || MOST_AT_ONCE, MOST_AT_ONCE);
  return {
    reads: most(limits.maxNodesPerRead),
    browses: Math.min(most(limits.maxNodesPerBrowse), 100),
    items: most(limits.maxMonitoredItemsPerCall),
    histories: Math.min(most(limits.maxNodesPerHistoryReadData), 50),
  };
}

export function piecesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from(
    { length: Math.ceil(all.length / size) },
    (_, i) => all.slice(i * size, (i + 1) * size),
  );
}

/** Reads and browses in pieces that the server takes. */
export class Reading {
  constructor(readonly session: ClientSession, readonly limits: Limits) {}

  async attributes(asks: readonly { nodeId: NodeId; attributeId: AttributeIds }[]): Promise<DataValue[]> {
    const values: DataValue[] = [];
    for (const piece of piecesOf(asks, this.limits.reads)) values.push(...await this.session.read(piece));
    return values;
  }

  values(nodes: readonly NodeId[]): Promise<DataValue[]> {
    return this.attributes(nodes.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value })));
  }

  /** The objects and variables below each node; those above it with `isInverse`. */
  async references(nodes: readonly NodeId[], isInverse = false): Promise<BrowseResult[]> {
    const results: BrowseResult[] = [];
    for (const piece of piecesOf(nodes, this.limits.browses)) {
      results.push(
        ...await browseAll(
          this.session,
          piece.map((nodeId) => ({
            nodeId,
            browseDirection: isInverse ? BrowseDirection.Inverse : BrowseDirection.Forward,
            referenceTypeId: HIERARCHICAL,
            includeSubtypes: true,
            nodeClassMask: OBJECTS_AND_VARIABLES,
            resultMask: ALL_FIELDS,
          })),
        ),
      );
    }
    return results;
  }
}
