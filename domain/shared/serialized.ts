import { Serializer } from "node:v8";

/**
 * The bytes of a value as Deno KV stores it and as a worker's port sends it. A typed array counts with its
 * whole buffer; `serialize()` of node:v8 would only count the part that the array covers.
 */
export function serialized(value: unknown): Uint8Array {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}
