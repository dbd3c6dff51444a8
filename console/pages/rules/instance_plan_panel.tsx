import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { countText, numberText } from "../../parts/numbers.ts";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { Panel } from "../../parts/panel.tsx";
import { usePlant } from "../../parts/shared_resources.ts";
import { alikeStreams } from "../../rules/alike_streams.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { useEditor } from "./editor.ts";
import { comparableNames, leadingOf, type PlannedInstance, plannedInstances } from "./planned_instances.ts";
import type { InstancePlan } from "./use_instance_plan.ts";

/** The streams that get an instance of the template when it is saved: the one that it begins with, and those like it. */
export function InstancePlanPanel({ plan }: { plan: InstancePlan }) {
  const { form, choice } = useEditor();
  const draft = form.values.value, { mappings } = choice.value;
  const { index, pattern, left, deploys, count } = plan;
  const own = leadingOf({ draft, mappings, index });
  const alike = useMemo(
    () => own === undefined ? [] : alikeStreams(own.stream_name, comparableNames(own, index)),
    [own?.stream_name, index],
  );
  const planned = useMemo(
    () => plannedInstances({ draft, mappings, index, pattern: pattern.value }),
    [draft.name, draft.placeholders, mappings, index, pattern.value],
  );
  const made = planned?.instances.filter(({ stream }) => !left.value.has(stream.stream_name)).length ?? 0;
  useEffect(() => {
    count.value = made;
  }, [made]);
  const choose = (next: string | null) => {
    pattern.value = next;
    left.value = new Set();
  };
  // A pattern belongs to the stream that it was made from. Later it would take back what a person has chosen by then.
  useLayoutEffect(() => choose(null), [own?.stream_name]);
  if (own === undefined || planned === undefined) {
    return (
      <Panel title="Streams">
        <p class="muted">Choose a stream in the backtest; it gets an instance of the rules.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Streams" tools={<span class="muted">Each gets an instance of the rules</span>}>
      <fieldset class="rules-alike">
        <legend class="sr-only">Streams</legend>
        <AlikeChoice
          text="This stream only"
          name={own.stream_name}
          isChosen={pattern.value === null}
          choose={() => choose(null)}
        />
        {alike.map((one) => (
          <AlikeChoice
            key={one.pattern}
            text={`And ${countText(one.names.length - 1, "stream")} like it`}
            name={one.pattern}
            isChosen={pattern.value === one.pattern}
            choose={() => choose(one.pattern)}
          />
        ))}
      </fieldset>
      <PlannedList plan={plan} own={own.stream_name} instances={planned.instances} />
      <label class="rules-alike-choice">
        <input
          type="checkbox"
          checked={deploys.value}
          onChange={({ currentTarget }) => deploys.value = currentTarget.checked}
        />
        Deploy when saved, so that the rules raise events from then on
      </label>
    </Panel>
  );
}

interface ChoiceProps {
  text: string;
  /** The stream or the pattern. */
  name: string;
  isChosen: boolean;
  choose(): void;
}

function AlikeChoice({ text, name, isChosen, choose }: ChoiceProps) {
  return (
    <label class="rules-alike-choice">
      <input type="radio" name="rules-alike" checked={isChosen} onChange={choose} />
      <span>
        {text} <span class="muted breaks">{name}</span>
      </span>
    </label>
  );
}

/** Most instances that are listed. */
const MOST_LISTED = 200;

interface ListProps {
  plan: InstancePlan;
  /** The stream that cannot be left out. */
  own: string;
  instances: readonly PlannedInstance[];
}

function PlannedList({ plan: { left, locationOf }, own, instances }: ListProps) {
  const places = usePlant().state.value.value?.places;
  const toggle = (name: string) => {
    const next = new Set(left.value);
    if (!next.delete(name)) next.add(name);
    left.value = next;
  };
  const locationText = (asset: string) => places?.get(locationOf(asset) ?? "")?.path ?? "no location";
  return (
    <ul class="rules-planned" aria-label="Instances to create">
      {instances.slice(0, MOST_LISTED).map(({ instance_name, stream: { stream_name, assetName } }) => (
        <li key={stream_name}>
          <label>
            <input
              type="checkbox"
              checked={!left.value.has(stream_name)}
              disabled={stream_name === own}
              onChange={() =>
                toggle(stream_name)}
            />
            <span>
              <strong>{instance_name}</strong>
              <span class="muted breaks">{stream_name}, {locationText(assetName)}</span>
            </span>
          </label>
        </li>
      ))}
      {instances.length > MOST_LISTED && (
        <li class="muted">and {numberText(instances.length - MOST_LISTED)} more</li>
      )}
    </ul>
  );
}

/** "Save and deploy 12 instances". */
export function savingText(
  { count: { value: count }, deploys, waits }: InstancePlan,
  { isBusy }: Pick<FormHandle<TemplateDraft>, "isBusy">,
): string {
  if (waits.value) return "Waiting for the rate limit…";
  if (isBusy.value) return "Saving…";
  if (count === 0) return "Save";
  return `Save and ${deploys.value ? "deploy" : "create"} ${countText(count, "instance")}`;
}
