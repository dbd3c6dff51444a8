import { useSignal } from "@preact/signals";
import type { Severity } from "../../../domain/event/severity.ts";
import { type Schemas, unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useResource } from "../../live/use_resource.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import { useEventNames } from "../../events/event_names.ts";
import { listText, minutesText } from "./policy_sentence.ts";

const RECENT = 20;

/** Who would be told of an event: one that happened, or a sample. */
export function PolicyPreview() {
  const { api, time } = useConsole();
  const { titleOf, machineOf } = useEventNames();
  const places = usePlant().state.value.value?.places ?? new Map();
  const recent = useResource("recent events for the preview", async (signal) => {
    const query = { per_page: RECENT, hours: 24 };
    return (await unwrap(api.GET("/api/rule-events", { params: { query }, signal }))).data;
  }).state.value.value ?? [];
  const chosen = useSignal("sample"), severity = useSignal<Severity>("critical"), place = useSignal("");
  const at = useSignal(""), shown = useSignal<Preview | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);

  async function run(): Promise<void> {
    const what = chosen.value === "sample"
      ? { event: { severity: severity.value, plant_node_floc_id: place.value === "" ? null : place.value } }
      : { event_id: Number(chosen.value) };
    const when = at.value === "" ? {} : { at: new Date(time.fromField(at.value)).toISOString() };
    try {
      const body = { ...what, ...when };
      shown.value = (await unwrap(api.POST("/api/notification-policies/preview", { body }))).data;
      problem.value = undefined;
    } catch (error) {
      problem.value = problemOf(error);
    }
  }

  return (
    <section class="panel policy-preview" aria-labelledby="policy-preview">
      <div class="panel-head">
        <h2 id="policy-preview">Preview</h2>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <label>
          Event
          <select value={chosen.value} onChange={({ currentTarget }) => chosen.value = currentTarget.value}>
            <option value="sample">A sample event</option>
            {recent.map((event) => (
              <option key={event.id} value={event.id}>
                {[machineOf(event), titleOf(event)].filter(Boolean).join(": ")}
              </option>
            ))}
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
          <input
            type="datetime-local"
            value={at.value}
            onInput={({ currentTarget }) => at.value = currentTarget.value}
          />
        </label>
        <button type="submit">Show who is told</button>
      </form>
      {problem.value !== undefined && <p role="alert">{problem.value.message}</p>}
      {shown.value !== undefined && <Timeline preview={shown.value} />}
    </section>
  );
}

type Preview = Schemas["NotificationPolicyPreview"];

/** The messages in the order of their times; those of one time and step are one line. */
export function Timeline({ preview }: { preview: Preview }) {
  const { time, people } = useConsole();
  const lines = Map.groupBy(preview.messages, ({ at, step, reason }) => `${at} ${step} ${reason}`);
  const policies = listText(preview.policies.map(({ name }) => name));
  return (
    <div role="status">
      <p>If nobody answers, by {policies}:</p>
      <ol class="policy-timeline">
        {[...lines.values()].map((messages) => {
          const [{ at, after_seconds, reason, is_fallback }] = messages;
          return (
            <li key={at + reason}>
              <span class="policy-when" title={time.full(Date.parse(at))}>{delayText(after_seconds)}</span>
              <span>
                {is_fallback && "Nobody else is reached: "}
                {messages.map(({ to }) => wayText(to, people.nameOf)).join(", ")}
                <span class="muted">{REASONS[reason]}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {preview.messages.length === 0 && !preview.is_untold && <p>Nobody is told.</p>}
      {preview.is_untold && (
        <p class="policy-untold">Nobody can be told: no fallback contact point is set up.</p>
      )}
      {preview.is_cut && <p class="muted">It goes on after that.</p>}
    </div>
  );
}

const REASONS = { opened: "", escalated: " (next step)", repeated: " (repeated)", digest: " (in a digest)" };

function delayText(seconds: number): string {
  if (seconds === 0) return "At once";
  return seconds < 60 ? `After ${seconds} s` : `After ${minutesText(Math.round(seconds / 60))}`;
}

function wayText(
  { username, contact_point }: Preview["messages"][number]["to"],
  nameOf: (username: string) => string,
): string {
  const point = contact_point ?? "a deleted contact point";
  return username === null ? point : `${nameOf(username)} by ${point}`;
}
