/** What a record holds under the names of these fields; a field that it lacks stays absent. */
export function picked<T extends object, S extends object>(
  fields: S,
  record: T,
): Pick<T, keyof S & keyof T> {
  const named = Object.keys(fields).filter((name) => name in record);
  return Object.fromEntries(named.map((name) => [name, Reflect.get(record, name)])) as Pick<
    T,
    keyof S & keyof T
  >;
}
