interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  go(value: string): void;
}

/** A filter of a list; shows its label while no option is chosen. */
export function Choice({ label, value, options, go }: ChoiceProps) {
  const isKnown = value === "" || options.some(([option]) => option === value);
  return (
    <select
      aria-label={label}
      class={value === "" ? "" : "chosen"}
      value={value}
      onChange={({ currentTarget }) => go(currentTarget.value)}
    >
      <option value="">{label}: any</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([option, name]) => <option key={option} value={option}>{name}</option>)}
    </select>
  );
}
