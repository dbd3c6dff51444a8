import type { Schemas } from "../../api/client.ts";
import { useEventNames } from "../../events/event_names.ts";
import { numberText, percentCell } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { useConsole } from "../../shell/console.ts";
import { machineText } from "./advice_of.ts";
import { Panel } from "../../parts/panel.tsx";

type Statistics = Schemas["AlarmStatistics"];
type Actor = Statistics["bad_actors"][number];

/** The ten rules with the most events, per instance (ISA-18.2: bad actors). */
export function BadActors({ found: { bad_actors } }: { found: Statistics }) {
  const most = Math.max(1, ...bad_actors.map(({ events }) => events));
  return (
    <Panel title="Bad actors" tools={<span class="muted">the ten rules with the most events</span>}>
      <table class="plain quality-actors">
        <thead>
          <tr>
            <th scope="col">Machine and rule</th>
            <th scope="col" class="end">Events</th>
            <th scope="col" class="end">Share</th>
            <th scope="col" class="quality-bar">
              <span class="sr-only">Relative to the first</span>
            </th>
            <th scope="col">Findings</th>
          </tr>
        </thead>
        <tbody>
          {bad_actors.map((actor) => (
            <tr key={`${actor.instance_id} ${actor.rule_id}`}>
              <td>
                <ActorName actor={actor} />
              </td>
              <td class="end">{numberText(actor.events)}</td>
              <td class="end number">{percentCell(actor.share)}</td>
              <td class="quality-bar">
                <div class="bar" aria-hidden="true">
                  <span style={{ inlineSize: `${actor.events / most * 100}%` }} />
                </div>
              </td>
              <td class="muted">{findingsText(actor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

type Named = Pick<
  Actor,
  "instance_id" | "rule_name" | "display_name" | "instance_name" | "template_id" | "plant_node_floc_id"
>;

/** The machine with a link to the events of the instance, and what is wrong with a link to the template. */
function ActorName({ actor }: { actor: Named }) {
  const { session } = useConsole();
  const { instance_id, rule_name, display_name, template_id } = actor;
  const machine = machineText(actor, useEventNames());
  return (
    <>
      {instance_id === null
        ? <strong>{machine}</strong>
        : <a class="target event-machine" href={`/events?instance=${instance_id}`}>{machine}</a>}
      <div class="quality-of">
        {template_id === null || rule_name === null || !session.may("GET /api/templates/:id")
          ? display_name
          : <a class="target" href={`/rules/${template_id}`}>{display_name}</a>}
      </div>
    </>
  );
}

function findingsText({ chattering, fleeting, stale }: Actor): string {
  const words = [
    chattering > 0 && `${numberText(chattering)} chattering`,
    fleeting > 0 && `${numberText(fleeting)} fleeting`,
    stale > 0 && `${numberText(stale)} stale`,
  ];
  return words.filter((word) => word !== false).join(", ");
}

/** The floods with the most events. */
export function Floods({ found: { floods, flood } }: { found: Statistics }) {
  const { time } = useConsole();
  if (floods.length === 0) return null;
  return (
    <Panel
      title="Floods"
      tools={<span class="muted">longest {durationText(flood.longest_seconds * 1_000)}</span>}
    >
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Start, {time.zoneNames}</th>
            <th scope="col">Duration</th>
            <th scope="col" class="end">Events</th>
            <th scope="col" class="end">Peak</th>
          </tr>
        </thead>
        <tbody>
          {floods.map(({ start, end, events, peak }) => (
            <tr key={start}>
              <td>{time.moment(Date.parse(start))}</td>
              <td>{end === null ? "ongoing" : durationText(Date.parse(end) - Date.parse(start))}</td>
              <td class="end">{numberText(events)}</td>
              <td class="end">{numberText(peak)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** The events that have been active the longest. */
export function StaleEvents({ found: { stale_events } }: { found: Statistics }) {
  const { time } = useConsole();
  if (stale_events.length === 0) return null;
  return (
    <Panel title="Stale events, active for more than 24 h" label="Stale events">
      <table class="plain">
        <tbody>
          {stale_events.map((event) => (
            <tr key={`${event.instance_id} ${event.rule_id} ${event.since}`}>
              <td>
                <ActorName actor={event} />
              </td>
              <td class="end">since {time.full(Date.parse(event.since))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
