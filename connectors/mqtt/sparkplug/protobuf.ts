/** The bytes are no message of the protocol. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

const VARINT = 0, FIXED_64 = 1, BYTES = 2, FIXED_32 = 5;
const LONGEST_VARINT = 10;
const utf8 = new TextDecoder();

/** The value of a field, by how it was encoded. */
export type Wire = bigint | Uint8Array | { fixed: DataView };

/** The fields of a protobuf message in order. Every length is checked; throws Malformed. */
export function* readFields(bytes: Uint8Array): Generator<[field: number, wire: Wire]> {
  for (let at = 0; at < bytes.length;) {
    const [key, afterKey] = readVarint(bytes, at);
    const field = Number(key >> 3n);
    if (field === 0) throw new Malformed("a field has the number 0");
    switch (Number(key & 7n)) {
      case VARINT: {
        const [value, after] = readVarint(bytes, afterKey);
        yield [field, value];
        at = after;
        break;
      }
      case BYTES: {
        const [length, after] = readVarint(bytes, afterKey);
        at = endOf(bytes, after, Number(length));
        yield [field, bytes.subarray(after, at)];
        break;
      }
      case FIXED_64:
        at = endOf(bytes, afterKey, 8);
        yield [field, { fixed: new DataView(bytes.buffer, bytes.byteOffset + afterKey, 8) }];
        break;
      case FIXED_32:
        at = endOf(bytes, afterKey, 4);
        yield [field, { fixed: new DataView(bytes.buffer, bytes.byteOffset + afterKey, 4) }];
        break;
      default:
        throw new Malformed(`field ${field} has an encoding that is not known`);
    }
  }
}

export function textOf(wire: Wire): string {
  return utf8.decode(bytesOf(wire));
}

export function bytesOf(wire: Wire): Uint8Array {
  if (wire instanceof Uint8Array) return wire;
  throw new Malformed("a number stands where bytes belong");
}

export function integerOf(wire: Wire): bigint {
  if (typeof wire === "bigint") return wire;
  throw new Malformed("something else stands where a whole number belongs");
}

export function floatOf(wire: Wire): number {
  return fixedOf(wire, 4).getFloat32(0, true);
}

export function doubleOf(wire: Wire): number {
  return fixedOf(wire, 8).getFloat64(0, true);
}

function fixedOf(wire: Wire, length: number): DataView {
  if (typeof wire === "object" && "fixed" in wire && wire.fixed.byteLength === length) return wire.fixed;
  throw new Malformed("something else stands where a fraction belongs");
}

function readVarint(bytes: Uint8Array, from: number): [value: bigint, after: number] {
  let small = 0, value = 0n;
  for (let i = 0; i < LONGEST_VARINT; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) break;
    if (i < 4) small += (byte & 127) * 128 ** i;
    else value += BigInt(byte & 127) << BigInt(7 * i);
    if (byte < 128) return [BigInt.asUintN(64, value + BigInt(small)), from + i + 1];
  }
  throw new Malformed("a number does not end");
}

function endOf(bytes: Uint8Array, from: number, length: number): number {
  if (from + length > bytes.length) throw new Malformed("it is cut off");
  return from + length;
}

/** Writes what Andon sends: whole numbers, truths, texts and messages. */
export function encodeField(field: number, value: number | bigint | string | Uint8Array): Uint8Array {
  if (typeof value === "string") return encodeField(field, new TextEncoder().encode(value));
  if (value instanceof Uint8Array) {
    return joined([varint(BigInt(field << 3 | BYTES)), varint(BigInt(value.length)), value]);
  }
  return joined([varint(BigInt(field << 3 | VARINT)), varint(BigInt(value))]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...bytes, Number(rest)]);
}
