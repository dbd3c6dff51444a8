import { numberText } from "../../parts/numbers.ts";
import { useShelved } from "../../parts/use_shelved.ts";
import { useFiltered } from "./use_filtered.ts";

/** How much the page Hidden lists; absent for none. */
export function HiddenCount() {
  const count = useShelved().length + useFiltered().events.length;
  return count === 0 ? null : <span class="nav-count number">{numberText(count)}</span>;
}
