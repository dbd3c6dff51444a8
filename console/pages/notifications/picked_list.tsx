import { X } from "lucide";
import { Field } from "../../parts/form/fields.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { Option } from "./use_policies.ts";

interface PickedListProps {
  path: string;
  label: string;
  hint?: string;
  /** What an empty list means. */
  none: string;
  /** The first option of the select, such as `Add an area`. */
  add: string;
  groups: readonly { kind: string; options: readonly Option[] }[];
}

/** A list of chosen options, each with a button that removes it, and a select that adds one. */
export function PickedList({ path, label, hint, none, add, groups }: PickedListProps) {
  const options = groups.flatMap((group) => group.options);
  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => {
        const chosen = Array.isArray(value) ? value.map(String) : [];
        return (
          <div class="picked-list">
            {chosen.length === 0 && <span class="muted">{none}</span>}
            {chosen.length > 0 && (
              <ul>
                {chosen.map((one) => {
                  const name = options.find((option) => option.value === one)?.label ?? one;
                  return (
                    <li key={one}>
                      {name}
                      <button
                        type="button"
                        aria-label={`Remove ${name}`}
                        onClick={() => set(chosen.filter((other) => other !== one))}
                      >
                        <Icon node={X} />
                      </button>
                    </li>
                  );
                })}
              </ul>
            )}
            <select
              {...attributes}
              value=""
              disabled={options.every((option) => chosen.includes(option.value))}
              onChange={({ currentTarget }) => {
                if (currentTarget.value !== "") set([...chosen, currentTarget.value]);
                currentTarget.value = "";
              }}
            >
              <option value="">{add}</option>
              {groups.map(({ kind, options }) => {
                const left = options.filter((option) => !chosen.includes(option.value)).map((option) => (
                  <option key={option.value} value={option.value}>{option.label}</option>
                ));
                if (left.length === 0) return null;
                return groups.length === 1 ? left : <optgroup key={kind} label={kind}>{left}</optgroup>;
              })}
            </select>
          </div>
        );
      }}
    </Field>
  );
}
