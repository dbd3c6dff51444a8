import { Choice } from "../../parts/choice.tsx";
import { useConsole } from "../../shell/console.ts";
import {
  ENTRY_TYPES,
  hasFilter,
  isFiltered,
  logAddress,
  type LogPlace,
  LOGS,
  OUTCOMES,
  unfiltered,
} from "./log_place.ts";
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
  place: LogPlace;
  go(changes: Partial<LogPlace>): void;
}

/** Which log of which provider, and what of it; all of it stands in the address. */
export function LogFilters({ providers, provider, place, go }: FiltersProps) {
  const { session } = useConsole();
  const isAdmin = session.user.value?.role === "admin";
  return (
    <div class="filters" role="search" aria-label="Filters">
      <select
        aria-label="Provider"
        value={String(provider.id)}
        onChange={({ currentTarget }) => go({ provider: Number(currentTarget.value), session: "" })}
      >
        {providers.map(({ id, display_name }) => <option key={id} value={id}>{display_name}</option>)}
      </select>
      <select
        aria-label="Log"
        value={place.log}
        onChange={({ currentTarget }) =>
          go({ log: LOGS.find(({ name }) => name === currentTarget.value)?.name })}
      >
        {LOGS.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
      </select>
      <Choice label="Time" value={place.hours} options={SPANS} go={(hours) => go({ hours })} />
      {isAdmin && (
        <Choice
          label="Whose"
          value={place.mine}
          options={[["yes", "My own"]]}
          go={(mine) => go({ mine })}
        />
      )}
      {hasFilter(place.log, "type") && (
        <Choice
          label="Kind"
          value={place.type}
          options={choices(ENTRY_TYPES)}
          go={(type) => go({ type })}
        />
      )}
      {hasFilter(place.log, "name") && (
        <input
          type="search"
          aria-label="Function"
          placeholder="Function: any"
          maxLength={200}
          spellcheck={false}
          value={place.name}
          onChange={({ currentTarget }) => go({ name: currentTarget.value.trim() })}
        />
      )}
      {hasFilter(place.log, "outcome") && (
        <Choice
          label="Outcome"
          value={place.outcome}
          options={choices(OUTCOMES)}
          go={(outcome) => go({ outcome })}
        />
      )}
      {place.session !== "" && (
        <button type="button" onClick={() => go({ session: "" })}>One conversation ✕</button>
      )}
      {isFiltered(place) && <a class="button" href={logAddress(unfiltered(place))}>Clear</a>}
    </div>
  );
}
