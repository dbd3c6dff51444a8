import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { advisedDelay, advisedRule } from "../../rules/advice_address.ts";
import type { TemplateDraft } from "../../rules/draft.ts";

const NAMES = { on_delay_seconds: "an on-delay", off_delay_seconds: "an off-delay" };

/** Fills in the change that the address asks for, once, and says so; null: there is none. */
export function useAdvice(
  form: FormHandle<TemplateDraft>,
  open: Signal<number | null>,
): ReadonlySignal<string | null> {
  const { query } = useLocation();
  const told = useSignal<string | null>(null);
  useEffect(() => {
    const delay = advisedDelay(query);
    if (delay === undefined) return;
    forget();
    const found = advisedRule(form.values.peek(), delay);
    if (found === undefined) {
      told.value = "The advice is followed already, or its rule is gone.";
      return;
    }
    form.set(`rules.${found.index}.${delay.field}`, delay.seconds);
    open.value = found.index;
    told.value = `Filled in as advised: ${NAMES[delay.field]} of ${delay.seconds} s for ` +
      `“${found.rule.rule_name}”. Nothing is saved yet; the backtest shows what it would change.`;
  }, []);
  return told;
}

/** A reload shall not fill it in again. */
function forget(): void {
  const url = new URL(location.href);
  for (const name of ["advice", "for", "seconds"]) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}
