import { usePlant } from "./shared_resources.ts";

/** Those plant nodes of a filter that do not exist; none while the plant is not read. */
export function useMissingLocations(ids: readonly string[]): readonly string[] {
  const places = usePlant().state.value.value?.places;
  return places === undefined ? [] : ids.filter((id) => id !== "" && !places.has(id));
}

/** Says which locations of a filter do not exist, so that an empty page is not taken for a calm plant. */
export function MissingLocations({ ids, keep }: {
  ids: readonly string[];
  /** Leaves these in the filter; absent where nobody operates the page. */
  keep?(ids: string[]): void;
}) {
  const missing = useMissingLocations(ids);
  if (missing.length === 0) return null;
  const [noun, verb] = missing.length === 1 ? ["location", "does"] : ["locations", "do"];
  return (
    <p class="stale" role="alert">
      <strong>The {noun} {missing.join(", ")} {verb} not exist.</strong> The filter shows nothing for it.{" "}
      {keep !== undefined && (
        <button
          type="button"
          onClick={() => keep(ids.filter((id) => !missing.includes(id)))}
        >
          Clear {noun}
        </button>
      )}
    </p>
  );
}
