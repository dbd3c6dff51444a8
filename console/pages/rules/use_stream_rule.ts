import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { withRuleOn } from "../../rules/rule_on_stream.ts";
import type { TemplateReading } from "./template_reading.ts";

/** Adds a rule on the stream in the address to a stored template, once, and returns a notice; null if there is none. */
export function useStreamRule(
  form: FormHandle<TemplateDraft>,
  { read, open }: { read: TemplateReading; open: Signal<number | null> },
): ReadonlySignal<string | null> {
  const notice = useSignal<string | null>(null);
  useEffect(() => {
    const { template, stream, instances } = read;
    if (template === undefined || stream === undefined) return;
    removeFromAddress();
    const bindings = instances.map(({ placeholder_mappings }) => placeholder_mappings);
    const { rules, placeholders } = withRuleOn(stream, { draft: form.values.peek(), bindings });
    form.set("placeholders", placeholders);
    form.set("rules", rules);
    open.value = rules.length - 1;
    notice.value = `New rule on ${stream.stream_name}, not saved yet.`;
  }, []);
  return notice;
}

/** So that a reload does not add the rule again. */
function removeFromAddress(): void {
  const url = new URL(location.href);
  url.searchParams.delete("stream");
  history.replaceState(history.state, "", url);
}
