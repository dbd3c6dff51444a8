import { Choice } from "../../parts/choice.tsx";
import { FilterBar } from "../../lists/filter_bar.tsx";
import { useConsole } from "../../shell/console.ts";
import { functionName, functionText } from "./call_text.ts";
import {
  ENTRY_TYPES,
  hasFilter,
  isFiltered,
  logAddress,
  LOGS,
  type LogView,
  OUTCOMES,
  unfiltered,
} from "./log_view.ts";
import type { Provider } from "./use_providers.ts";

const choices = (list: readonly { name: string; title: string }[]) =>
  list.map(({ name, title }) => [name, title] as const);
const SPANS = [["1", "Last hour"], ["8", "8 hours"], ["24", "24 hours"], ["168", "7 days"], [
  "720",
  "30 days",
]] as const;

interface FiltersProps {
  providers: readonly Provider[];
  provider: Provider;
  view: LogView;
  go(changes: Partial<LogView>): void;
}

/** The provider, the log and its filters, all kept in the address. */
export function LogFilters({ providers, provider, view, go }: FiltersProps) {
  const { session } = useConsole();
  const isAdmin = session.user.value?.role === "admin";
  return (
    <FilterBar>
      <select
        aria-label="Provider"
        value={String(provider.id)}
        onChange={({ currentTarget }) => go({ provider: Number(currentTarget.value), session: "" })}
      >
        {providers.map(({ id, display_name }) => <option key={id} value={id}>{display_name}</option>)}
      </select>
      <select
        aria-label="Log"
        value={view.log}
        onChange={({ currentTarget }) =>
          go({ log: LOGS.find(({ name }) => name === currentTarget.value)?.name })}
      >
        {LOGS.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
      </select>
      <Choice label="Time" value={view.hours} options={SPANS} go={(hours) => go({ hours })} />
      {isAdmin && (
        <Choice
          label="User"
          value={view.mine}
          options={[["yes", "Mine"]]}
          go={(mine) => go({ mine })}
        />
      )}
      {hasFilter(view.log, "type") && (
        <Choice
          label="Type"
          value={view.type}
          options={choices(ENTRY_TYPES)}
          go={(type) => go({ type })}
        />
      )}
      {hasFilter(view.log, "name") && (
        <input
          type="search"
          aria-label="Function"
          placeholder="Function: any"
          maxLength={200}
          spellcheck={false}
          value={view.name === "" ? "" : functionText(view.name)}
          onChange={({ currentTarget }) => go({ name: functionName(currentTarget.value) })}
        />
      )}
      {hasFilter(view.log, "outcome") && (
        <Choice
          label="Result"
          value={view.outcome}
          options={choices(OUTCOMES)}
          go={(outcome) => go({ outcome })}
        />
      )}
      {view.session !== "" && (
        <button type="button" onClick={() => go({ session: "" })}>This conversation ✕</button>
      )}
      {isFiltered(view) && <a class="button" href={logAddress(unfiltered(view))}>Clear filters</a>}
    </FilterBar>
  );
}
