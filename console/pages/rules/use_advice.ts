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

function changeText({ kind, amount }: AdvisedChange): string {
  if (kind === "deadband") return `a deadband of ${amount}`;
  return kind === "on_delay" ? `an on-delay of ${amount} s` : `an off-delay of ${amount} s`;
}

/** Applies the change in the address once and returns a notice; null if there is none. */
export function useAdvice(
  form: FormHandle<TemplateDraft>,
  open: Signal<number | null>,
): ReadonlySignal<string | null> {
  const { query } = useLocation();
  const notice = useSignal<string | null>(null);
  useEffect(() => {
    const change = advisedChange(query);
    if (change === undefined) return;
    removeFromAddress();
    const found = advisedField(form.values.peek(), change);
    if (found === undefined) {
      notice.value = "The advice is already applied, or its rule no longer exists.";
      return;
    }
    form.set(found.path, change.amount);
    open.value = found.index;
    notice.value = `Advice applied: ${changeText(change)} for “${found.rule.rule_name}”. ` +
      "Not saved yet; the backtest shows the effect.";
  }, []);
  return notice;
}

/** So that a reload does not apply the change again. */
function removeFromAddress(): void {
  const url = new URL(location.href);
  for (const name of ADVICE_PARAMETERS) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}
