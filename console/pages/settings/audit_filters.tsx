import { RESOURCE_TYPES } from "../../../domain/push/types.ts";
import { FilterBar } from "../../lists/filter_bar.tsx";
import { TextFilter } from "../../lists/text_filter.tsx";
import { TimeFilter } from "../../lists/time_filter.tsx";
import { addressTime, spanOf } from "../../lists/time_span.ts";
import { useRead } from "../../live/use_read.ts";
import { Choice } from "../../parts/choice.tsx";
import { useConsole } from "../../shell/console.ts";
import {
  actionText,
  AUDIT_KINDS,
  AUDIT_SPANS,
  type AuditEntry,
  type AuditFilter,
  deskOptions,
  resourceText,
} from "./audit_model.ts";

interface FiltersProps {
  filter: AuditFilter;
  /** The entries of the page, whose actions can be chosen. */
  entries: readonly AuditEntry[];
  go(changes: Partial<AuditFilter>): void;
}

/** Filters of the audit log: what, when, who. */
export function AuditFilters({ filter, entries, go }: FiltersProps) {
  const { people } = useConsole();
  const users = useRead("/api/users", { changes: ["user"] }).state.value.value ?? [];
  const names = [...new Set([...users.map(({ username }) => username), ...entries.map(({ who }) => who)])];
  const desks = deskOptions({ users, entries, nameOf: people.nameOf });
  const actions = [...new Set(entries.map(({ action }) => action))].sort();
  return (
    <FilterBar>
      <Select
        label="Kind"
        value={filter.kind}
        options={AUDIT_KINDS}
        go={(kind) => go({ kind, who: "", action: "", type: "", desk: "" })}
      />
      <TextFilter label="Search" value={filter.text} go={(text) => go({ text })} />
      <Select label="Time" value={filter.span} options={AUDIT_SPANS} go={(span) => go({ span })} />
      {filter.span === "between" && (
        <TimeFilter
          span={spanOf(filter)}
          opens={filter.from === "" && filter.to === ""}
          go={({ fromMs, toMs }) => go({ from: addressTime(fromMs), to: addressTime(toMs) })}
        />
      )}
      {filter.kind !== "engine" && (
        <Choice
          label="Who"
          value={filter.who}
          options={names.sort().map((who) => [who, people.nameOf(who)])}
          go={(who) => go({ who })}
        />
      )}
      {filter.kind !== "engine" && (desks.length > 0 || filter.desk !== "") && (
        <Choice
          label="Shared desk"
          value={filter.desk}
          options={desks}
          go={(desk) => go({ desk })}
        />
      )}
      <Choice
        label="Action"
        value={filter.action}
        options={actions.map((action) => [action, actionText(action)])}
        go={(action) => go({ action })}
      />
      {filter.kind !== "refusals" && (
        <Choice
          label="Resource"
          value={filter.type}
          options={[...RESOURCE_TYPES, "rule_event", "session"].map((type) => [type, resourceText(type)])}
          go={(type) => go({ type })}
        />
      )}
    </FilterBar>
  );
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  go(value: T): void;
}

/** A choice that always has a value. */
function Select<T extends string>({ label, value, options, go }: SelectProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([option]) => option === currentTarget.value);
        if (chosen !== undefined) go(chosen[0]);
      }}
    >
      {options.map(([option, name]) => <option key={option} value={option}>{name}</option>)}
    </select>
  );
}
