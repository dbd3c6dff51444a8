import { Serializer } from "node:v8";

/**
 * A value as Deno KV writes it, and a worker's port: an array brings the whole buffer it stands in. `serialize()` of
 * node:v8 would take of a part of a buffer that part alone.
 */
export function serialized(value: unknown): Uint8Array {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}
