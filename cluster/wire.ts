/** What the two ends of a request that is handed on have to agree on. */
export const WIRE = {
  /** POST, the client's request in the head, its body as the body; a WebSocket is opened there too. */
  requests: "/requests",
  /** `/requests/{id}`: 204 while that request is worked on, else 404. */
  underWay: (id: string) => `/requests/${id}`,
  /** A WebSocket to a worker that is lent; its head is a `ShardRequest`. */
  lent: "/lent",
  /** The client's request, JSON in base64, and its signature. */
  head: "x-andon-handed-on",
  signature: "x-andon-signature",
  /** On an answer: nothing has begun, and why; it may be asked elsewhere. */
  notBegun: "x-andon-not-begun",
  /** On an answer: it has come before, and what became of it is not said. */
  repeated: "x-andon-repeated",
  /** On the answer to `ask`: the WebSocket may be opened. */
  mayOpen: "x-andon-may-open",
} as const;

export function headOf(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

/** Undefined for what is no base64 of a text. */
export function textOf(head: string | null): string | undefined {
  if (head === null) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(head));
  } catch {
    return undefined;
  }
}
