import { type Signal, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { usesOf } from "../../rules/references.ts";
import { StreamPicker } from "../../streams/stream_picker.tsx";
import type { KnownStream } from "../../streams/stream_index.ts";
import { BACKTEST_SPANS, spanNamed } from "../../backtest/spans.ts";
import { type BacktestChoice, MAX_INSTANCES } from "./backtest_choice.ts";
import { useEditor } from "./editor.ts";
import type { TemplateInstance } from "./template_reading.ts";

interface FieldsProps {
  choice: Signal<BacktestChoice>;
  instances: readonly TemplateInstance[];
  streams: readonly KnownStream[];
}

/** The fields for the bindings and the time span of a backtest. */
export function BacktestFields({ choice, instances, streams }: FieldsProps) {
  const { kind, span } = choice.value;
  const go = (changes: Partial<BacktestChoice>) => choice.value = { ...choice.value, ...changes };
  return (
    <div class="rules-backtest-fields">
      <div class="rules-backtest-over">
        {instances.length > 0 && <Bindings choice={choice} instances={instances} />}
        <select
          aria-label="Time span"
          value={span}
          onChange={({ currentTarget }) => go({ span: spanNamed(currentTarget.value), toMs: Date.now() })}
        >
          {BACKTEST_SPANS.map(({ name, label }) => <option key={name} value={name}>{label}</option>)}
        </select>
      </div>
      {kind === "streams" && <OwnStreams choice={choice} streams={streams} />}
    </div>
  );
}

/** With more instances, a search field replaces the select. */
const MAX_OPTIONS = 60;
const MAX_SUGGESTIONS = 40;
const STREAMS = "Choose streams";

function Bindings({ choice, instances }: Omit<FieldsProps, "streams">) {
  const { kind, instanceId } = choice.value;
  const go = (changes: Partial<BacktestChoice>) => choice.value = { ...choice.value, ...changes };
  if (instances.length > MAX_OPTIONS) return <FindInstance choice={choice} instances={instances} />;
  const choose = (value: string) => {
    if (value === "all" || value === "streams") go({ kind: value });
    else go({ kind: "instance", instanceId: Number(value) });
  };
  return (
    <select
      aria-label="Evaluated on"
      value={kind === "instance" ? String(instanceId) : kind}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {instances.map(({ id, instance_name }) => <option key={id} value={String(id)}>{instance_name}</option>)}
      {instances.length > 1 && instances.length <= MAX_INSTANCES && (
        <option value="all">All {instances.length} instances</option>
      )}
      <option value="streams">{STREAMS}</option>
    </select>
  );
}

function FindInstance({ choice, instances }: Omit<FieldsProps, "streams">) {
  const id = useId();
  const { kind, instanceId } = choice.value;
  const chosen = instances.find((one) => one.id === instanceId)?.instance_name ?? "";
  const typed = useSignal(kind === "streams" ? STREAMS : chosen);
  const text = typed.value.toLowerCase();
  const matching = instances.filter(({ instance_name }) => instance_name.toLowerCase().includes(text));
  const take = (value: string) => {
    typed.value = value;
    const found = instances.find(({ instance_name }) => instance_name === value);
    if (value === STREAMS) choice.value = { ...choice.value, kind: "streams" };
    if (found !== undefined) choice.value = { ...choice.value, kind: "instance", instanceId: found.id };
  };
  return (
    <>
      <input
        type="search"
        list={id}
        aria-label="Evaluated on"
        placeholder="Search by name"
        autocomplete="off"
        value={typed.value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => take(currentTarget.value)}
      />
      <datalist id={id}>
        <option value={STREAMS} />
        {matching.slice(0, MAX_SUGGESTIONS).map((one) => <option key={one.id} value={one.instance_name} />)}
      </datalist>
    </>
  );
}

/** One field per placeholder: a stream name, or a constant where one is allowed. */
function OwnStreams({ choice, streams }: Omit<FieldsProps, "instances">) {
  const { form } = useEditor();
  const draft = form.values.value;
  const { mappings } = choice.value;
  return (
    <>
      {draft.placeholders.map(({ placeholder_name: name, default_value, data_type }) => (
        <label key={name} class="field">
          <span>
            {name}
            {default_value !== null && <span class="muted">, default {String(default_value)}</span>}
          </span>
          <StreamPicker
            value={mappings[name] ?? ""}
            set={(text) =>
              choice.value = { ...choice.value, mappings: { ...mappings, [name]: text } }}
            streams={streams}
            type={data_type}
            hint={usesOf(draft, name).asStream ? undefined : "A value or a stream"}
          />
        </label>
      ))}
    </>
  );
}
