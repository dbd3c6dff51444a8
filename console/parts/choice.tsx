interface ChoiceProps<T extends string> {
  label: string;
  /** "": none is chosen. */
  value: T | "";
  options: readonly (readonly [T, string])[];
  go(value: T | ""): void;
}

/** A filter of a list; shows its label while no option is chosen. */
export function Choice<T extends string>({ label, value, options, go }: ChoiceProps<T>) {
  const isKnown = value === "" || options.some(([option]) => option === value);
  return (
    <select
      aria-label={label}
      class={value === "" ? "" : "chosen"}
      value={value}
      onChange={({ currentTarget }) => go(currentTarget.value as T | "")}
    >
      <option value="">{label}: any</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([option, name]) => <option key={option} value={option}>{name}</option>)}
    </select>
  );
}
