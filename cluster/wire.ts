/** Paths and headers between members of a cluster. */
export const WIRE = {
  /** POST with the client's request in the head and its body as the body; WebSockets are opened there too. */
  requests: "/requests",
  /** `/requests/{id}`: 204 while that request is under way, else 404. */
  underWay: (id: string) => `/requests/${id}`,
  /** A WebSocket to a remote shard; its head is a `ShardRequest`. */
  shards: "/lent",
  /** The client's request, JSON in base64, and its signature. */
  head: "x-andon-handed-on",
  signature: "x-andon-signature",
  /** On a response: the request has not begun, with the reason; it may be sent elsewhere. */
  notBegun: "x-andon-not-begun",
  /** On a response: the request arrived before, and its outcome is unknown. */
  repeated: "x-andon-repeated",
  /** On the response to `ask`: the WebSocket may be opened. */
  mayOpen: "x-andon-may-open",
} as const;

export function headOf(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

/** Undefined for anything but the base64 of a text. */
export function textOf(head: string | null): string | undefined {
  if (head === null) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(head));
  } catch {
    return undefined;
  }
}
