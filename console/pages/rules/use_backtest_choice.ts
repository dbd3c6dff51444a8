import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { bindingsStorage } from "../../rules/bindings_storage.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { type BacktestChoice, backtestChoice, choiceQuery, renamedMappings } from "./backtest_choice.ts";
import type { TemplateReading } from "./template_reading.ts";

interface ChoiceOptions {
  read: TemplateReading;
  /** The key of the draft in the tab's storage. */
  storageKey: string;
}

/** The choice is kept in the address, the user's bindings in the tab's storage. */
export function useBacktestChoice({ read, storageKey }: ChoiceOptions): Signal<BacktestChoice> {
  const { query } = useLocation();
  const bindings = useRef(bindingsStorage(sessionStorage));
  const first = useMemo(() =>
    backtestChoice(query, {
      instances: read.instances,
      mappings: { ...boundToStream(read), ...bindings.current.read(storageKey) },
      nowMs: Date.now(),
      stream: read.stream?.stream_name,
    }), []);
  const choice = useSignal(first);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    bindings.current.keep(storageKey, choice.value.mappings);
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(choiceQuery(choice.value))) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    // Without the router, so that the page is not rendered again.
    history.replaceState(history.state, "", url);
  }, [choice.value]);
  return choice;
}

/** A new template's only placeholder stands for the stream that its rule begins with. */
function boundToStream({ template, stream, draft: { placeholders: [first] } }: TemplateReading) {
  return template !== undefined || stream === undefined || first === undefined
    ? {}
    : { [first.placeholder_name]: stream.stream_name };
}

/** A renamed placeholder keeps the stream that was chosen for it. */
export function useRenamedBindings(form: FormHandle<TemplateDraft>, choice: Signal<BacktestChoice>): void {
  const { placeholders } = form.values.value;
  const names = placeholders.map(({ placeholder_name }) => placeholder_name);
  const known = useRef(names);
  useEffect(() => {
    const mappings = renamedMappings(choice.peek().mappings, { from: known.current, to: names });
    known.current = names;
    if (mappings !== choice.peek().mappings) choice.value = { ...choice.peek(), mappings };
  }, [names.join()]);
}
