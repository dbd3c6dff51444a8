export interface Option<T extends string> {
  value: T;
  label: string;
}

/** The options of a select, in the order of the labels; the compiler names what has none. */
export function optionsOf<T extends string>(labels: Readonly<Record<T, string>>): readonly Option<T>[] {
  const values = Object.keys(labels) as T[];
  return values.map((value) => ({ value, label: labels[value] }));
}
