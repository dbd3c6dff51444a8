import { coerceNodeId, type NodeId } from "node-opcua-client";
import { connectionFailed } from "./failure.ts";
import { nodeText, parseNodeText } from "./node_text.ts";

/** Translates node ids between a session, which counts namespaces, and settings, which name them. */
export class Namespaces {
  constructor(readonly uris: readonly string[]) {}

  textOf(node: NodeId): string {
    const id = node.toString().replace(/^ns=\d+;/, "");
    return nodeText({
      uri: node.namespace === 0 ? null : this.uris[node.namespace] ?? `?${node.namespace}`,
      id,
    });
  }

  /** Throws CONNECTION_FAILED when the server has no such namespace. */
  nodeOf(text: string): NodeId {
    const parsed = parseNodeText(text);
    if (parsed === undefined) throw connectionFailed(`"${text}" is no node id`);
    const { uri, id } = parsed, index = uri === null ? 0 : this.uris.indexOf(uri);
    if (index < 0) {
      throw connectionFailed(`The server has no namespace "${uri}", which the node ${text} names`);
    }
    return coerceNodeId(`ns=${index};${id}`);
  }
}
