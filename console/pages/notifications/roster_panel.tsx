import { useSignal } from "@preact/signals";
import { CalendarDays, Hand, Pencil } from "lucide";
import { unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { Icon } from "../../parts/icon.tsx";
import { countText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { CalendarDialog } from "./calendar_dialog.tsx";
import { shiftAt, type ShownShift, timeIn, whoText } from "./shift_days.ts";
import { ShiftDays } from "./shift_days_list.tsx";
import { TakeDialog } from "./take_dialog.tsx";
import { type Roster, type RosterOverride, useShifts } from "./use_rosters.ts";
import { Panel } from "../../parts/panel.tsx";

interface RosterPanelProps {
  roster: Roster;
  /** Undefined: the role may not. */
  onEdit: (() => void) | undefined;
}

/** Who is on call by a roster: now, and day by day for two weeks. */
export function RosterPanel({ roster, onEdit }: RosterPanelProps) {
  const { session } = useConsole();
  const shifts = useShifts(roster.id);
  const isTaking = useSignal(false), showsCalendar = useSignal(false);
  const { name, time_zone, hole_count } = roster;
  return (
    <Panel
      title={name}
      class="on-call-panel"
      tools={
        <div class="on-call-tools">
          {session.may("POST /api/rosters/:id/overrides") && (
            <button
              type="button"
              class="primary"
              onClick={() => isTaking.value = true}
            >
              <Icon node={Hand} />
              I take it
            </button>
          )}
          <button type="button" onClick={() => showsCalendar.value = true}>
            <Icon node={CalendarDays} />
            Calendar
          </button>
          {onEdit !== undefined && (
            <button type="button" onClick={onEdit}>
              <Icon node={Pencil} />
              Edit
            </button>
          )}
        </div>
      }
    >
      {hole_count > 0 && <Holes roster={roster} />}
      <Loaded resource={shifts} what="Loading the shifts">
        {({ shifts: found, overrides }) => (
          <>
            <Present shifts={found} zone={time_zone} />
            <p class="muted">The next 14 days, in the time of {time_zone}</p>
            <ShiftDays shifts={found} zone={time_zone} layers={roster.layers.map((layer) => layer.name)} />
            <Overrides roster={roster} overrides={overrides} />
          </>
        )}
      </Loaded>
      {isTaking.value && <TakeDialog roster={roster} onClose={() => isTaking.value = false} />}
      {showsCalendar.value && <CalendarDialog roster={roster} onClose={() => showsCalendar.value = false} />}
    </Panel>
  );
}

function Present({ shifts, zone }: { shifts: readonly ShownShift[]; zone: string }) {
  const { people } = useConsole();
  const shift = shiftAt(shifts, useNow().value);
  if (shift === undefined) return null;
  return (
    <p class={shift.kind === "hole" ? "on-call-now hole" : "on-call-now"}>
      On call now: <strong>{whoText(shift, (username) => people.nameOf(username))}</strong> until{" "}
      {timeIn(zone, shift.to)}
    </p>
  );
}

/** The holes of the coming two weeks in words. */
function Holes({ roster: { holes, hole_count, time_zone } }: { roster: Roster }) {
  const { people } = useConsole();
  const more = hole_count - holes.length;
  return (
    <div class="on-call-warning" role="status">
      <p>
        <strong>{countText(hole_count, "hole")} in the coming 14 days:</strong> nobody is on call then.
      </p>
      <ul>
        {holes.map(({ from, to, ...hole }) => {
          const who = whoText(
            { ...hole, from, to, kind: "hole", layer: null, override_id: null },
            (username) => people.nameOf(username),
          );
          const why = hole.user_id === null ? "" : `: ${who.replace("Nobody: ", "")}`;
          return <li key={from}>{timeIn(time_zone, from)} to {timeIn(time_zone, to)}{why}</li>;
        })}
      </ul>
      {more > 0 && <p>{countText(more, "more hole")} follow.</p>}
    </div>
  );
}

function Overrides({ roster, overrides }: { roster: Roster; overrides: readonly RosterOverride[] }) {
  const { api, session, people } = useConsole();
  const actions = useActions();
  if (overrides.length === 0) return null;
  const mayEndAll = session.may("PUT /api/rosters/:id");
  const own = session.user.value?.username;
  async function end(override_id: number): Promise<void> {
    const params = { path: { id: roster.id, override_id } };
    await actions.run(() => unwrap(api.DELETE("/api/rosters/{id}/overrides/{override_id}", { params })));
  }
  return (
    <>
      <h3>Overrides</h3>
      <ul class="on-call-overrides">
        {overrides.map(({ id, username, from, to }) => {
          const name = username === null ? "A deleted user" : people.nameOf(username);
          return (
            <li key={id}>
              <span>
                <strong>{name}</strong> from {timeIn(roster.time_zone, from)} to{" "}
                {timeIn(roster.time_zone, to)}
              </span>
              {(mayEndAll || username === own) && (
                <button
                  type="button"
                  aria-label={`End the override of ${name}`}
                  onClick={() => end(id)}
                >
                  End
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
