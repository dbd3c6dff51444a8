import { withoutPadding } from "../../domain/sample/padding.ts";
import { LONGEST_TEXT_VALUE, type SampleValue } from "../../domain/sample/types.ts";
import { isNumberText } from "../../domain/shared/number_text.ts";
import { createMember, type JsonObject } from "./member.ts";
import { type CodeTraits, codeTraits } from "./sds_code.ts";
import type { EventReading } from "./stream_address.ts";

/** How well a raw value fits a type; "unlisted": a number that the enumeration lacks. */
export type ValueFit = "fits" | "unlisted" | "misfits";

/** One way of reading events, see `EventReading`. */
export interface Reading {
  traits: CodeTraits;
  keyOf(event: JsonObject): unknown;
  valueOf(event: JsonObject): unknown;
  fitOf(raw: unknown): ValueFit;
  /** The value of a raw one that does not misfit; null when there is none. */
  read(raw: unknown): SampleValue | null;
  /** The value of an event that omits it: null, or the default of the type. */
  omitted: SampleValue | null;
}

/** Codes whose values may be texts, since JSON numbers cannot represent all of them: Int64, UInt64, Decimal. */
const TEXT_NUMBER_CODES = new Set([11, 12, 15]);
/** Numbers that JSON cannot represent, as services write them. */
const NO_NUMBERS = new Set(["NaN", "Infinity", "-Infinity"]);
const WHOLE_NUMBER = /^-?\d{1,20}$/;

type Kind = Pick<Reading, "fitOf" | "read">;

/** A TypeError when the type code cannot be monitored. */
export function createReading(source: EventReading): Reading {
  const traits = codeTraits(source.typeCode);
  if (traits === undefined) throw new TypeError(`Type code ${source.typeCode} has no decoder`);
  const kind = KINDS[traits.kind](source, traits);
  return {
    ...kind,
    // Verbose services write null for what is not there, whatever the type.
    fitOf: (raw) => raw === null ? "fits" : kind.fitOf(raw),
    traits,
    keyOf: createMember(source.keyProperty),
    valueOf: createMember(source.valueProperty),
    omitted: source.nullable ? null : kind.read(DEFAULTS[traits.kind]),
  };
}

const DEFAULTS = { boolean: false, number: 0, text: "\u0000", enum: 0 } as const;

const KINDS: Record<CodeTraits["kind"], (source: EventReading, traits: CodeTraits) => Kind> = {
  boolean: () => ({
    fitOf: (raw) => typeof raw === "boolean" ? "fits" : "misfits",
    read: (raw) => typeof raw === "boolean" ? raw : null,
  }),
  text: () => ({
    fitOf: (raw) => typeof raw === "string" ? "fits" : "misfits",
    read: (raw) => typeof raw === "string" ? heldText(raw) : null,
  }),
  number: (_source, { base }) => {
    const isText = (raw: unknown) =>
      TEXT_NUMBER_CODES.has(base) && typeof raw === "string" && isNumberText(raw);
    const isNumber = (raw: unknown) =>
      typeof raw === "number" || (typeof raw === "string" && NO_NUMBERS.has(raw)) || isText(raw);
    return {
      fitOf: (raw) => isNumber(raw) ? "fits" : "misfits",
      read: (raw) => finite(isText(raw) ? Number(raw) : raw),
    };
  },
  enum: (source) => enumKind(source),
};

function finite(raw: unknown): number | null {
  return typeof raw === "number" && Number.isFinite(raw) ? raw : null;
}

/** A state comes as its number, its name or its id. A number that the enumeration lacks is its own name. */
function enumKind({ enumMembers, enumIds = {} }: EventReading): Kind {
  const members = new Map(
    Object.entries(enumMembers ?? {}).map(([number, name]) => [number, heldText(name)]),
  );
  const names = new Map<string, string>();
  for (const [number, id] of Object.entries(enumIds)) names.set(id.toLowerCase(), members.get(number) ?? id);
  for (const name of members.values()) names.set(name.toLowerCase(), name);
  const stateOf = (raw: unknown): { fit: ValueFit; state: string | null } => {
    const text = typeof raw === "number" ? String(raw) : typeof raw === "string" ? heldText(raw) : "";
    const named = typeof raw === "string" ? names.get(text.toLowerCase()) : undefined;
    const state = named ?? members.get(text);
    if (state !== undefined) return { fit: "fits", state };
    return WHOLE_NUMBER.test(text) ? { fit: "unlisted", state: text } : { fit: "misfits", state: null };
  };
  return { fitOf: (raw) => stateOf(raw).fit, read: (raw) => stateOf(raw).state };
}

/** A text as it is held: without padding, and cut so that it cannot fill the memory. */
export function heldText(text: string): string {
  return withoutPadding(text.slice(0, LONGEST_TEXT_VALUE));
}
