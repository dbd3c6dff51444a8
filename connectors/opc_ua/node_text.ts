const OF_URI = /^nsu=([^;]+);([isgb]=.+)$/, OF_STANDARD = /^([isgb]=.+)$/;

/** After the id of a node: all variables below it too. */
export const BELOW = "/#";

/** A node id as it is stored: by the URI of its namespace, since the index may change; without one it is the standard's. */
export interface NodeText {
  uri: string | null;
  /** `i=85`, `s=Line1.Temp`. */
  id: string;
}

export function isNodeText(text: string): boolean {
  return parseNodeText(text) !== undefined;
}

export function parseNodeText(text: string): NodeText | undefined {
  const [, uri, id] = OF_URI.exec(text) ?? [];
  if (uri !== undefined) return { uri: unescaped(uri), id: id! };
  const [, standard] = OF_STANDARD.exec(text) ?? [];
  return standard === undefined ? undefined : { uri: null, id: standard };
}

export function nodeText({ uri, id }: NodeText): string {
  return uri === null ? id : `nsu=${uri.replaceAll("%", "%25").replaceAll(";", "%3B")};${id}`;
}

function unescaped(uri: string): string {
  return uri.replaceAll(/%3B/gi, ";").replaceAll("%25", "%");
}

/** The node id of a choice. */
export function nodeOfPick(pick: string): string {
  return hasBelow(pick) ? pick.slice(0, -BELOW.length) : pick;
}

export function hasBelow(pick: string): boolean {
  return pick.endsWith(BELOW);
}
