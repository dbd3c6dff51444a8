interface TextFilterProps {
  label: string;
  value: string;
  go(value: string): void;
  /** The narrower field of a name. */
  narrow?: boolean;
}

/** A search text of a list; applies with Enter, when the field is left, or when it is cleared. */
export function TextFilter({ label, value, go, narrow = false }: TextFilterProps) {
  return (
    <input
      key={value}
      type="search"
      class={`text-filter ${narrow ? "narrow" : ""} ${value === "" ? "" : "chosen"}`}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      spellcheck={false}
      defaultValue={value}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim();
        if (text !== value) go(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        const text = event.currentTarget.value.trim();
        if (text !== value) go(text);
      }}
    />
  );
}
