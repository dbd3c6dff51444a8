import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { FormHandle } from "../../parts/form/use_form.ts";
import {
  ADVICE_PARAMETERS,
  type AdvisedChange,
  advisedChange,
  advisedField,
} from "../../rules/advice_address.ts";
import type { TemplateDraft } from "../../rules/draft.ts";

function inWords({ kind, amount }: AdvisedChange): string {
  if (kind === "deadband") return `a deadband of ${amount}`;
  return kind === "on_delay" ? `an on-delay of ${amount} s` : `an off-delay of ${amount} s`;
}

/** Fills in the change that the address asks for, once, and says so; null: there is none. */
export function useAdvice(
  form: FormHandle<TemplateDraft>,
  open: Signal<number | null>,
): ReadonlySignal<string | null> {
  const { query } = useLocation();
  const told = useSignal<string | null>(null);
  useEffect(() => {
    const change = advisedChange(query);
    if (change === undefined) return;
    forget();
    const found = advisedField(form.values.peek(), change);
    if (found === undefined) {
      told.value = "The advice is followed already, or its rule is gone.";
      return;
    }
    form.set(found.path, change.amount);
    open.value = found.index;
    told.value = `Filled in as advised: ${inWords(change)} for “${found.rule.rule_name}”. ` +
      "Nothing is saved yet; the backtest shows what it would change.";
  }, []);
  return told;
}

/** A reload shall not fill it in again. */
function forget(): void {
  const url = new URL(location.href);
  for (const name of ADVICE_PARAMETERS) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}
