import { useComputed } from "@preact/signals";
import type { RuleEvent, Schemas } from "../../api/client.ts";
import {
  CLOSE_REASONS,
  FLAG_TEXTS,
  isOutOfService,
  isShelved,
  lengthMs,
  valueText,
} from "../../parts/event_text.ts";
import { Dotted } from "../../parts/dotted.tsx";
import { Fact } from "../../parts/facts.tsx";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { severityInfo } from "../../parts/severity.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { Panel } from "../../parts/panel.tsx";

/** The state of an event in one line. */
export function EventState({ event }: { event: RuleEvent }) {
  const { people, time } = useConsole();
  const nowMs = useNow();
  const length = useComputed(() => durationText(lengthMs(event, nowMs.value)));
  return (
    <span class="row wrap event-state">
      <SeverityGlyph severity={event.severity} label={null} />
      <strong>{severityInfo(event.severity).title}</strong>
      <span>{event.is_active ? "active for" : "ended after"} {length}</span>
      {event.data_state === "unknown" && event.is_active && <span>no data</span>}
      {event.acknowledged_at !== null && <span>acknowledged by {people.nameOf(event.acknowledged_by)}</span>}
      {event.re_alarmed_at !== null && <span>needs a new acknowledgement</span>}
      {isShelved(event, Date.now()) && <span>shelved</span>}
      {isOutOfService(event, Date.now()) && (
        <span>out of service until {time.named(Date.parse(event.out_of_service_until ?? ""))}</span>
      )}
      {event.flags.includes("backfilled") && <span>backfilled</span>}
    </span>
  );
}

export function EventFacts(
  { event, template }: { event: RuleEvent; template: Schemas["Template"] | undefined },
) {
  const { time, session } = useConsole();
  const { acknowledgements } = event;
  const plant = usePlant().state.value.value;
  const at = (instant: string | null) => instant === null ? undefined : time.full(Date.parse(instant));
  return (
    <Panel title={`Event #${event.id}`} label="Details">
      {event.event_description !== "" && <p>{event.event_description}</p>}
      <dl class="facts">
        <Fact name="Started">{at(event.start_time)}</Fact>
        <Fact name="Ended">{at(event.end_time)}</Fact>
        <Fact name="Reason for end">
          {event.close_reason === null ? undefined : CLOSE_REASONS[event.close_reason]}
        </Fact>
        <Fact name="Acknowledged">
          {acknowledgements.length > 0 && <Acknowledgements given={acknowledgements} />}
        </Fact>
        <Fact name="Re-alarmed">{at(event.re_alarmed_at)}</Fact>
        <Fact name="Shelved until">{at(event.shelved_until)}</Fact>
        <Fact name="Shelving reason">{event.shelve_reason ?? undefined}</Fact>
        <Fact name="Location">
          {event.plant_node_floc_id === null
            ? undefined
            : (
              <a href={`/plant?node=${encodeURIComponent(event.plant_node_floc_id)}`}>
                {plant?.places.get(event.plant_node_floc_id)?.path ?? event.plant_node_floc_id}
              </a>
            )}
        </Fact>
        <Fact name="Instance">
          {event.instance_id === null
            ? event.template_instance
            : <a href={`/instances/${event.instance_id}`}>{event.template_instance}</a>}
        </Fact>
        <Fact name="Template">
          {event.template_id !== null && (
            <>
              {session.may("GET /api/templates/:id") && template !== undefined
                ? <a href={`/rules/${event.template_id}`}>{template.name}</a>
                : template?.name ?? "deleted"}
              {`, version ${event.template_version}`}
            </>
          )}
        </Fact>
        <Fact name="Event name">
          <span class="breaks">
            <Dotted name={event.event_name} />
          </span>
        </Fact>
        <Fact name="Category">{event.category}</Fact>
        <Fact name="Remarks">{remarksOf(event).join(", ")}</Fact>
        {Object.entries(event.enrichment).map(([name, text]) => <Fact key={name} name={name}>{text}</Fact>)}
      </dl>
    </Panel>
  );
}

function remarksOf({ flags, out_of_service_id: id }: RuleEvent): string[] {
  return [
    ...flags.map((flag) => FLAG_TEXTS[flag]),
    ...(id ?? null) === null ? [] : ["raised while out of service"],
  ];
}

/** Who acknowledged the event, and when: the first one first. A re-alarm asks for one more. */
function Acknowledgements({ given }: { given: RuleEvent["acknowledgements"] }) {
  const { time, people } = useConsole();
  return (
    <ol class="event-acknowledgements">
      {given.map(({ by, at, via }) => (
        <li key={at}>
          {time.full(Date.parse(at))}, {people.nameOf(by)}
          {via === "link" && ", from a message"}
        </li>
      ))}
    </ol>
  );
}

/** What the people at the machine are to know and do. */
export function EventGuidance({ guidance }: { guidance: RuleEvent["guidance"] | undefined }) {
  const { cause, consequence, action } = guidance ?? {};
  if (!(cause || consequence || action)) return null;
  return (
    <Panel title="What to do">
      <dl class="facts tall">
        <Fact name="Action">{action ?? undefined}</Fact>
        <Fact name="Cause">{cause ?? undefined}</Fact>
        <Fact name="Consequence">{consequence ?? undefined}</Fact>
      </dl>
    </Panel>
  );
}

/** What the rule compared: "The increase of Line1.Bottles over the last 1 min: 25, limit 15". */
function OpenedBy({ opened_by }: Pick<RuleEvent, "opened_by">) {
  if (opened_by === null) return null;
  const { subject, value, limit, unit } = opened_by;
  return (
    <p class="breaks">
      {subject.charAt(0).toUpperCase() + subject.slice(1)}: <strong>{valueText(value, { unit })}</strong>
      {unit !== "" && <span class="unit">{unit}</span>}
      {limit !== null && <span class="muted">, compared with {limit}</span>}
    </p>
  );
}

/** The samples that triggered the event. */
export function EventTrigger({ event }: { event: RuleEvent }) {
  const { time } = useConsole();
  if (event.trigger.length === 0) return null;
  return (
    <Panel title="Trigger">
      <OpenedBy opened_by={event.opened_by} />
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Stream</th>
            <th scope="col" class="end">Value</th>
            <th scope="col" class="end">Time, {time.zoneNames}</th>
          </tr>
        </thead>
        <tbody>
          {event.trigger.map(({ stream, value, unit, time: at }) => (
            <tr key={stream}>
              <td class="breaks">
                <a href={`/plant/streams?find=${encodeURIComponent(stream)}`}>{stream}</a>
              </td>
              <td class="end">
                {valueText(value, { unit })}
                {unit && <span class="unit">{unit}</span>}
              </td>
              <td class="end">{time.moment(Date.parse(at))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
