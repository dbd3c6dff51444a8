interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  go(value: string): void;
}

/** One filter of a list: what it is called stands in it while nothing is chosen. */
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
