import { useSignal } from "@preact/signals";
import { ListFilter } from "lucide";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Icon } from "../parts/icon.tsx";
import { countOfFilters } from "./filter_count.ts";

/** The filters of a list; on a phone behind one button, which says how many are chosen. */
export function FilterBar({ children }: { children: ComponentChildren }) {
  const { query } = useLocation();
  const isOpen = useSignal(false);
  const id = useId();
  const count = countOfFilters(query);
  return (
    <>
      <button
        type="button"
        class="filters-button"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => isOpen.value = !isOpen.value}
      >
        <Icon node={ListFilter} />
        {count === 0 ? "Filters" : `Filters (${count})`}
      </button>
      <div id={id} class={`filters ${isOpen.value ? "open" : ""}`} role="search" aria-label="Filters">
        {children}
      </div>
    </>
  );
}
