import { keys } from "../keys.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keyText, LIMITS } from "./size.ts";

/**
 * Prefixes whose values may exceed the limit of a key: they are split into parts, written in the same atomic as
 * their head, so that all carry one versionstamp. Readers see the whole value only.
 */
const WIDE_PREFIXES: ReadonlySet<unknown> = new Set(
  [
    "template",
    "template_version",
    "instance",
    "area",
    "event",
    "audit",
    "delivery",
    "notification_escalation",
    "ai_provider",
    "assistant_type",
    "identity_provider",
  ],
);

/** Those that are rewritten or removed one by one: their parts are found at the opening. */
export const REWRITTEN_WIDE: readonly string[] = [
  "template",
  "template_version",
  "instance",
  "area",
  "event",
  "delivery",
  "notification_escalation",
  "ai_provider",
  "assistant_type",
  "identity_provider",
];

const PART_BYTES = 60 * 1024;

interface WideHead {
  v: 1;
  wide_parts: number;
}

export function mayBeWide(key: Key): boolean {
  return WIDE_PREFIXES.has(key[0]);
}

export function isWideHead(value: unknown): value is WideHead {
  return typeof value === "object" && value !== null && "wide_parts" in value;
}

/** More parts than one atomic can write were never written. */
export function hasSaneParts({ wide_parts: count }: WideHead): boolean {
  return Number.isInteger(count) && count > 0 && count <= LIMITS.payloadBytes / PART_BYTES + 1;
}

export function partKeys(key: Key, head: WideHead): Key[] {
  return Array.from({ length: head.wide_parts }, (_, index) => keys.part(key, index));
}

/** The value that was split into parts. */
export function joinParts(parts: Uint8Array[]): unknown {
  const decoder = new TextDecoder();
  return JSON.parse(parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode());
}

/** Knows which keys have parts, so that a smaller value or a delete removes the old ones. */
export class WideValues {
  readonly #parts = new Map<string, number>();

  /** Called for every part found at the opening. */
  foundPart(partKey: Key): void {
    this.#remember(keyText(partKey.slice(1, -1)), Number(partKey[partKey.length - 1]) + 1);
  }

  /** The mutations of a large set: its head, its parts, and deletes of parts of an earlier, longer value. */
  split(mutation: { key: Key; value: unknown }): Mutation[] {
    const bytes = new TextEncoder().encode(JSON.stringify(mutation.value));
    const count = Math.ceil(bytes.length / PART_BYTES);
    const head: WideHead = { v: 1, wide_parts: count };
    const parts = Array.from({ length: count }, (_, index): Mutation => ({
      type: "set",
      key: keys.part(mutation.key, index),
      value: bytes.slice(index * PART_BYTES, (index + 1) * PART_BYTES),
    }));
    const stale = this.staleParts(mutation.key, count);
    this.#remember(keyText(mutation.key), count);
    return [{ type: "set", key: mutation.key, value: head }, ...parts, ...stale];
  }

  /** Deletes of the parts from index `from` on that the key may have. */
  staleParts(key: Key, from = 0): Mutation[] {
    if (this.#parts.size === 0) return [];
    const known = this.#parts.get(keyText(key)) ?? 0;
    return Array.from(
      { length: Math.max(0, known - from) },
      (_, index): Mutation => ({ type: "delete", key: keys.part(key, from + index) }),
    );
  }

  #remember(text: string, count: number): void {
    this.#parts.set(text, Math.max(count, this.#parts.get(text) ?? 0));
  }
}
