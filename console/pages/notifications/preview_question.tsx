import { type Signal, useSignal } from "@preact/signals";
import { type Severity, unwrap } from "../../api/client.ts";
import { useEventNames } from "../../events/event_names.ts";
import { useResource } from "../../live/use_resource.ts";
import { MomentInput } from "../../parts/form/moment_field.tsx";
import { SEVERITIES } from "../../parts/severity.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import type { SampleEvent } from "./policy_value.ts";

const RECENT = 20;

/** Of which event a preview is, and when that opens. */
export interface PreviewQuestion {
  /** `fitting`, `sample` or the id of an event. */
  chosen: Signal<string>;
  severity: Signal<Severity>;
  place: Signal<string>;
  at: Signal<string>;
}

/** `fitting`: asks for an event that the edited policy takes, at first. */
export function usePreviewQuestion(chosen: "fitting" | "sample"): PreviewQuestion {
  return {
    chosen: useSignal<string>(chosen),
    severity: useSignal<Severity>("critical"),
    place: useSignal(""),
    at: useSignal(""),
  };
}

/** What the preview is asked. `fitting`: the event of that choice; `msOf` reads the field of a time. */
export function questionBody(
  { chosen, severity, place, at }: PreviewQuestion,
  { fitting = {}, msOf }: { fitting?: SampleEvent; msOf(field: string): number },
) {
  const sample = { severity: severity.value, plant_node_floc_id: place.value === "" ? null : place.value };
  const what = chosen.value === "fitting"
    ? { event: fitting }
    : chosen.value === "sample"
    ? { event: sample }
    : { event_id: Number(chosen.value) };
  const atMs = msOf(at.value);
  return { ...what, ...Number.isNaN(atMs) ? {} : { at: new Date(atMs).toISOString() } };
}

/** The fields of the question. */
export function PreviewFields(
  { question, hasFitting = false }: { question: PreviewQuestion; hasFitting?: boolean },
) {
  const { api } = useConsole();
  const { chosen, severity, place, at } = question;
  const { titleOf } = useEventNames();
  const places = usePlant().state.value.value?.places ?? new Map();
  const recent = useResource("recent events for the preview", async (signal) => {
    const query = { per_page: RECENT, hours: 24 };
    return (await unwrap(api.GET("/api/rule-events", { params: { query }, signal }))).data;
  }).state.value.value ?? [];
  return (
    <>
      <label>
        Event
        <select value={chosen.value} onChange={({ currentTarget }) => chosen.value = currentTarget.value}>
          {hasFitting && <option value="fitting">An event that this policy takes</option>}
          <option value="sample">A sample event</option>
          {recent.map((event) => <option key={event.id} value={event.id}>{titleOf(event)}</option>)}
        </select>
      </label>
      {chosen.value === "sample" && (
        <>
          <label>
            Severity
            <select
              value={severity.value}
              onChange={({ currentTarget }) =>
                severity.value = SEVERITIES.find(({ name }) => name === currentTarget.value)?.name ??
                  "critical"}
            >
              {SEVERITIES.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
            </select>
          </label>
          <label>
            Location
            <select value={place.value} onChange={({ currentTarget }) => place.value = currentTarget.value}>
              <option value="">No location</option>
              {[...places].map(([id, { path }]) => <option key={id} value={id}>{path}</option>)}
            </select>
          </label>
        </>
      )}
      <label>
        Time (empty: now)
        <MomentInput value={at.value} set={(value) => at.value = value} />
      </label>
    </>
  );
}
