import type { Key, KeyPart } from "../../domain/shared/commit.ts";
import { serialized } from "../../domain/shared/serialized.ts";

/** Deno KV's limits, as enforced by its runtime and its server. */
export const LIMITS = {
  keyBytes: 2_048,
  valueBytes: 65_536,
  mutations: 1_000,
  /** Of keys and values of one atomic; a set counts its key twice. */
  payloadBytes: 819_200,
  /** Of the keys of one atomic. */
  allKeyBytes: 81_920,
  /** A KV server allows ten checks in an atomic: the lane's, these, and one for the fence. */
  guardChecks: 8,
  getMany: 10,
  listBatch: 500,
} as const;

/** The bytes of a key in Deno KV's encoding: each part has a tag, its bytes with zero bytes escaped, and an end. */
export function keyBytes(key: Key): number {
  let bytes = 0;
  for (const part of key) bytes += keyPartBytes(part);
  return bytes;
}

function keyPartBytes(part: KeyPart): number {
  switch (typeof part) {
    case "string":
      return textKeyBytes(part);
    case "number":
      return 9;
    case "boolean":
      return 1;
    case "bigint":
      return 12 + Math.ceil(part.toString(16).length / 2);
    default:
      return 2 + part.byteLength + part.filter((byte) => byte === 0).length;
  }
}

/** UTF-8 with zero bytes escaped, a tag and an end. */
function textKeyBytes(text: string): number {
  let bytes = 2, plain = 0;
  while (plain < text.length && isPlainCode(text.charCodeAt(plain))) plain++;
  if (plain === text.length) return bytes + plain;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0 || (code >= 0x80 && code < 0x800)) bytes += 2;
    else if (code < 0x80) bytes += 1;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** One byte in UTF-8 that needs no escape. */
function isPlainCode(code: number): boolean {
  return code > 0 && code < 0x80;
}

const VIEW_BYTES = 48;

/** A text for a key. Equal keys have equal texts; a rare collision only splits a group. */
export function keyText(key: Key): string {
  let text = String(key[0]);
  for (let i = 1; i < key.length; i++) text += `\u0000${key[i]}`;
  return text;
}

/** Estimates the stored size of a value without serializing it, slightly too high. */
export function valueBytes(value: unknown): number {
  return 16 + innerBytes(value);
}

function innerBytes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return textBytes(value);
    case "number":
      return 9;
    case "bigint":
      return 16 + value.toString(16).length;
    case "object":
      return value === null ? 1 : objectBytes(value);
    default:
      return 2;
  }
}

function objectBytes(value: object): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + innerBytes(item), 24);
  if (ArrayBuffer.isView(value)) return value.buffer.byteLength + VIEW_BYTES;
  if (isPlain(value)) return plainBytes(value);
  return serialized(value).byteLength;
}

/** Consecutive columns that share a buffer count it once. */
function plainBytes(value: Record<string, unknown>): number {
  let bytes = 8, counted: ArrayBufferLike | undefined;
  for (const name in value) {
    const part = value[name], buffer = ArrayBuffer.isView(part) ? part.buffer : undefined;
    bytes += textBytes(name) + (buffer !== undefined && buffer === counted ? VIEW_BYTES : innerBytes(part));
    counted = buffer ?? counted;
  }
  return bytes;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The engine knows that most texts contain none of these, and then does not scan them. */
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

/** One byte per character, or two when any character is beyond Latin-1. */
function textBytes(text: string): number {
  return BEYOND_LATIN_1.test(text) ? 8 + 2 * text.length : 6 + text.length;
}

/** The exact stored size. A view inside a value stores its whole buffer; a value of bytes stores only these. */
export function exactValueBytes(value: unknown): number {
  return value instanceof Uint8Array ? value.byteLength : serialized(value).byteLength;
}
