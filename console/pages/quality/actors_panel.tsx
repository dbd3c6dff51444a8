import type { Schemas } from "../../api/client.ts";
import { durationText } from "../../parts/plant_time.ts";
import { useConsole } from "../../shell/console.ts";
import { percent } from "./quality_place.ts";

type Statistics = Schemas["AlarmStatistics"];
type Actor = Statistics["bad_actors"][number];

/** The ten rules of instances with the most events. */
export function BadActors({ found: { bad_actors } }: { found: Statistics }) {
  const most = Math.max(1, ...bad_actors.map(({ events }) => events));
  return (
    <section class="panel" aria-label="Top ten">
      <div class="panel-head">
        <h2>Top ten</h2>
        <span class="muted">rules of instances with the most events</span>
      </div>
      <table class="plain quality-actors">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" class="end">Events</th>
            <th scope="col" class="end">Share</th>
            <th scope="col" class="quality-bar">
              <span class="said">Beside the first</span>
            </th>
            <th scope="col">Signs</th>
          </tr>
        </thead>
        <tbody>
          {bad_actors.map((actor) => (
            <tr key={`${actor.instance_id} ${actor.rule_id}`}>
              <td>
                <ActorName actor={actor} />
              </td>
              <td class="end">{actor.events.toLocaleString("en")}</td>
              <td class="end number">{percent(actor.share)}</td>
              <td class="quality-bar">
                <div class="bar" aria-hidden="true">
                  <span style={{ inlineSize: `${actor.events / most * 100}%` }} />
                </div>
              </td>
              <td class="muted">{signs(actor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Named = Pick<Actor, "instance_id" | "rule_id" | "rule_name" | "instance_name" | "template_id">;

/** The instance leads to its events, the rule to its template. */
function ActorName(
  { actor: { instance_id, instance_name, rule_id, rule_name, template_id } }: { actor: Named },
) {
  const rule = rule_name ?? rule_id;
  return (
    <>
      {template_id === null || rule_name === null ? rule : <a href={`/rules/${template_id}`}>{rule}</a>}
      <div class="quality-of">
        {instance_id === null
          ? "Andon itself"
          : instance_name === null
          ? `Instance #${instance_id}, deleted`
          : <a href={`/events?instance=${instance_id}`}>{instance_name}</a>}
      </div>
    </>
  );
}

function signs({ chattering, fleeting, stale }: Actor): string {
  const words = [
    chattering > 0 && `${chattering} chattering`,
    fleeting > 0 && `${fleeting} fleeting`,
    stale > 0 && `${stale} stale`,
  ];
  return words.filter((word) => word !== false).join(", ");
}

/** The floods with the most events. */
export function Floods({ found: { floods, flood } }: { found: Statistics }) {
  const { time } = useConsole();
  if (floods.length === 0) return null;
  return (
    <section class="panel" aria-label="Floods">
      <div class="panel-head">
        <h2>Floods</h2>
        <span class="muted">longest {durationText(flood.longest_seconds * 1_000)}</span>
      </div>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">For</th>
            <th scope="col" class="end">Events</th>
            <th scope="col" class="end">Peak</th>
          </tr>
        </thead>
        <tbody>
          {floods.map(({ start, end, events, peak }) => (
            <tr key={start}>
              <td>{time.moment(Date.parse(start))}</td>
              <td>{end === null ? "going on" : durationText(Date.parse(end) - Date.parse(start))}</td>
              <td class="end">{events}</td>
              <td class="end">{peak}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What has been active the longest. */
export function StaleEvents({ found: { stale_events } }: { found: Statistics }) {
  const { time } = useConsole();
  if (stale_events.length === 0) return null;
  return (
    <section class="panel" aria-label="Stale">
      <div class="panel-head">
        <h2>Active for more than 24 hours</h2>
      </div>
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
    </section>
  );
}
