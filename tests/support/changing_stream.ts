/** A stream of the small Data Hub whose type, name and unit change. Its events stay as they were written. */
import { property, sdsType } from "./data_hub_server.ts";

type Json = Record<string, unknown>;
type Value = number | string;

/** What is changed and leaves the meaning as it is. */
export const KEEPING = {
  number: ["value_renamed", "key_renamed", "other_number", "value_added", "type_replaced", "unit_overridden"],
  state: ["value_renamed", "key_renamed", "states_added", "type_replaced"],
} as const;
/** What is changed and makes another quantity of the stream. */
export const LOSING = {
  number: ["text", "other_values", "unit_of_type"],
  state: ["renumbered"],
} as const;
/** The samples look as before, so only a discovery finds the change. */
export const UNSEEN: readonly StreamChange[] = ["unit_of_type", "renumbered"];

export type StreamKind = keyof typeof KEEPING;
export type StreamChange = typeof KEEPING[StreamKind][number] | typeof LOSING[StreamKind][number];

export const STATES = ["Off", "Starting", "Run", "Fault"];

/** How events are written, and the type that says so. */
interface Form {
  key: "Time" | "At";
  /** The properties with the value. */
  values: readonly string[];
  code: number;
  others: readonly string[];
  states: readonly string[];
  unit: string | null;
}

const SINGLE = { double: 14, int32: 9, text: 18, enumeration: 609 };
const FORMS: Record<StreamKind, Form> = {
  number: { key: "Time", values: ["Value"], code: SINGLE.double, others: [], states: [], unit: null },
  state: { key: "Time", values: ["Value"], code: SINGLE.enumeration, others: [], states: STATES, unit: null },
};

const CHANGES: Record<StreamChange, (form: Form) => Form> = {
  value_renamed: (form) => ({ ...form, values: ["Measurement"] }),
  key_renamed: (form) => ({ ...form, key: "At" }),
  other_number: (form) => ({ ...form, code: SINGLE.int32 }),
  value_added: (form) => ({ ...form, others: ["Other"] }),
  states_added: (form) => ({ ...form, states: [...form.states, "Service"] }),
  type_replaced: (form) => form,
  unit_overridden: (form) => form,
  text: (form) => ({ ...form, code: SINGLE.text }),
  other_values: (form) => ({ ...form, values: ["A", "B"] }),
  unit_of_type: (form) => ({ ...form, unit: "psi" }),
  renumbered: (form) => ({ ...form, states: form.states.toReversed() }),
};

export class ChangingStream {
  form: Form;
  name: string;
  #unit: string | null = null;
  #types = 1;
  #kept: (() => void) | null = null;

  constructor(readonly id: string, readonly kind: StreamKind) {
    this.form = FORMS[kind];
    this.name = `Line.${id}`;
  }

  /** `inPlace`: the type keeps its id. */
  change(changes: readonly StreamChange[], { inPlace }: { inPlace: boolean }): void {
    const { form } = this, unit = this.#unit, types = this.#types;
    this.#kept = () => {
      this.form = form;
      this.#unit = unit;
      this.#types = types;
    };
    for (const change of changes) this.form = CHANGES[change](this.form);
    if (changes.includes("unit_overridden")) this.#unit = "kPa";
    if (!inPlace) this.#types++;
  }

  /** Takes the last change back. */
  goBack(): void {
    this.#kept?.();
  }

  event(time: string, value: Value, { omits }: { omits: boolean }): Json {
    const { key, values, code, others } = this.form;
    const written = code === SINGLE.text ? String(value) : value;
    const members = omits ? [] : values.map((name) => [name, written]);
    return Object.fromEntries([[key, time], ...members, ...others.map((name) => [name, 7])]);
  }

  /** As the namespace lists it. */
  listed(modified: string): { stream: Json; type: Json } {
    const { key, values, code, others, states, unit } = this.form, typeId = `T.${this.id}.${this.#types}`;
    const all = values.map((name) => this.#property(name, { code, states, unit }));
    const type = sdsType(typeId, [...all, ...others.map((name) => property(name, SINGLE.double))]);
    const [first, ...rest] = type.Properties as Json[];
    const stream = { Id: this.id, Name: this.name, TypeId: typeId, ModifiedDate: modified };
    const overrides = this.#unit === null
      ? {}
      : { PropertyOverrides: [{ SdsTypePropertyId: values[0], Uom: this.#unit }] };
    return {
      stream: { ...stream, ...overrides },
      type: { ...type, Properties: [{ ...first, Id: key, Name: key }, ...rest] },
    };
  }

  #property(name: string, { code, states, unit }: Pick<Form, "code" | "states" | "unit">): Json {
    const Properties = states.map((Id, Value) => ({ Id, Value }));
    const type = code === SINGLE.enumeration ? { SdsTypeCode: code, Properties } : { SdsTypeCode: code };
    return { Id: name, Name: name, SdsType: type, ...(unit === null ? {} : { Uom: unit }) };
  }
}
