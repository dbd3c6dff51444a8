type FormInput<T> =
  | { input: "text" | "check" }
  | { input: "area"; rows?: number }
  | { input: "number"; min: number; max: number; step?: number }
  | { input: "select"; options: readonly { value: T & (string | number); label: string }[] }
  /** A list with an item a line. */
  | {
    input: "lines";
    rows: number;
    textOf?(item: Readonly<Record<string, string>>): string;
    itemOf?(line: string): unknown;
    problemOf?(line: string): string | undefined;
  }
  /**
   * A list of the ids of nodes of a source, an item a line: ticked in the tree of `GET /api/sources/{id}/browse`, or
   * typed. `below`: what stands after the id of a node for all that is below it, such as `/#`.
   */
  | { input: "picks"; rows: number; below?: string }
  /** A list whose items have fields of their own. `isPicked`: the picks of a source's nodes go into it. */
  | { input: "rows"; fields: Readonly<Record<string, FieldOfRow>>; isPicked?: boolean };

interface FieldOfRow {
  input: "text" | "check" | "select";
  label: string;
  hint?: string;
  options?: readonly { value: string | number; label: string }[];
  isOptional?: boolean;
}

/** How the console's form asks for a setting. */
export type FormField<T = unknown> = FormInput<T> & {
  label: string;
  hint?: string;
  /** At something new; without it the field is empty. */
  initial?: T;
  /** Empty, it is null. */
  isOptional?: boolean;
  /** Beside its neighbour. */
  isHalf?: boolean;
  /** The title under which it is folded away. */
  fold?: string;
  /** Not folded away unless a preset has filled it in. */
  isOfPreset?: boolean;
  /** Only where messages can go to the addresses of persons. */
  isForAddresses?: boolean;
};

/** One of these values, shown by their names; `initial` at something new. */
export function choice<T extends string>(
  label: string,
  names: Readonly<Record<T, string>>,
  initial: NoInfer<T>,
): FormField<T> {
  const options = (Object.keys(names) as T[]).map((value) => ({ value, label: names[value] }));
  return { input: "select", label, initial, isHalf: true, options };
}
