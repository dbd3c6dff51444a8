import type { Key, KeyPart } from "../../domain/shared/commit.ts";
import { serialized } from "../../domain/shared/serialized.ts";

/** Deno KV's limits, as its runtime and its server enforce them. */
export const LIMITS = {
  keyBytes: 2_048,
  valueBytes: 65_536,
  mutations: 1_000,
  /** Of keys and values of one atomic; a set counts its key twice. */
  payloadBytes: 819_200,
  /** Of the keys of one atomic. */
  allKeyBytes: 81_920,
  /** A KV server takes ten checks in an atomic: the lane's and these, and one to spare. */
  guardChecks: 8,
  getMany: 10,
  listBatch: 500,
} as const;

/** The frames of one atomic: so much in all, in values of so much. */
export const FRAMES_BYTES = 240 * 1024, FRAMES_VALUE_BYTES = 60 * 1024;

/** How many bytes a key takes as Deno KV encodes it: a tag, the part with its zero bytes escaped, an end. */
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

/** UTF-8, a zero byte escaped by a second one, a tag and an end. */
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

/** One byte in UTF-8, and nothing to escape. */
function isPlainCode(code: number): boolean {
  return code > 0 && code < 0x80;
}

const VIEW_BYTES = 48;

/** One text for a key; equal keys have equal texts, and the rare false meeting only splits a group. */
export function keyText(key: Key): string {
  let text = String(key[0]);
  for (let i = 1; i < key.length; i++) text += `\u0000${key[i]}`;
  return text;
}

/** What a value takes when stored: a little more than it really will be, found without serializing it. */
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

/** Columns side by side in one buffer take it once. */
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

/** The engine knows of nearly every text that it holds none of these, and then does not look through it. */
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

/** One byte a character, or two when any of them is beyond Latin-1. */
function textBytes(text: string): number {
  return BEYOND_LATIN_1.test(text) ? 8 + 2 * text.length : 6 + text.length;
}

/** What a value takes exactly: bytes stand for themselves, and inside a value for the whole buffer that they are part of. */
export function exactValueBytes(value: unknown): number {
  return value instanceof Uint8Array ? value.byteLength : serialized(value).byteLength;
}
