import { useOutOfService } from "../../out_of_service/use_out_of_service.ts";
import { numberText } from "../../parts/numbers.ts";
import { useShelved } from "../../parts/use_shelved.ts";
import { useFiltered } from "./use_filtered.ts";

/** How much the page Hidden lists; absent for none. */
export function HiddenCount() {
  const outOfService = useOutOfService().all?.length ?? 0;
  const count = useShelved().length + outOfService + useFiltered().events.length;
  return count === 0 ? null : <span class="nav-count number">{numberText(count)}</span>;
}
