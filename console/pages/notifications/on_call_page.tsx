import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { countText } from "../../parts/numbers.ts";
import { useOpenItem } from "../../parts/open_item.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { NewButton } from "../../shell/list_page.tsx";
import { Page } from "../../shell/page.tsx";
import { RosterForm } from "./roster_form.tsx";
import { RosterPanel } from "./roster_panel.tsx";
import { timeIn, whoText } from "./shift_days.ts";
import { TeamsPanel } from "./teams_panel.tsx";
import { type Roster, useRosters } from "./use_rosters.ts";

/** Who is on call now, and in the coming two weeks. */
export default function OnCallPage() {
  const { session } = useConsole();
  const { query } = useLocation();
  const rosters = useRosters();
  const { open, show, close } = useOpenItem();
  const mayChange = session.may("POST /api/rosters");
  const all = rosters.state.value.value ?? [];
  const shown = all.find(({ id }) => String(id) === query.roster) ?? all[0];
  const edited = all.find(({ id }) => `roster-${id}` === open);
  useReadAtHandover(all, rosters.reload);
  return (
    <Page
      title="On call"
      tools={mayChange && <NewButton label="New roster" show={show} />}
    >
      <Loaded resource={rosters}>
        {(found) =>
          found.length === 0 ? <NoRoster mayChange={mayChange} /> : (
            <>
              <ul class="on-call-rosters" aria-label="Rosters">
                {found.map((roster) => (
                  <RosterCard key={roster.id} roster={roster} isShown={roster.id === shown?.id} />
                ))}
              </ul>
              {shown !== undefined && (
                <RosterPanel
                  key={shown.id}
                  roster={shown}
                  onEdit={mayChange ? () => show(`roster-${shown.id}`) : undefined}
                />
              )}
            </>
          )}
      </Loaded>
      {mayChange && <TeamsPanel open={open} show={show} close={close} />}
      {mayChange && (open === "new" || edited !== undefined) && (
        <RosterForm key={open} roster={edited} onClose={close} />
      )}
    </Page>
  );
}

function NoRoster({ mayChange }: { mayChange: boolean }) {
  return (
    <Empty title="No roster yet">
      <p>
        A roster says who is on call when: users take turns, by day or week, and notification policies call
        whoever is on call.
      </p>
      {!mayChange && <p>An engineer creates rosters.</p>}
    </Empty>
  );
}

function RosterCard({ roster, isShown }: { roster: Roster; isShown: boolean }) {
  const { people } = useConsole();
  const { id, name, on_call, hole_count, time_zone } = roster;
  return (
    <li>
      <a
        class={on_call.kind === "hole" ? "on-call-card hole" : "on-call-card"}
        href={`/notifications/on-call?roster=${id}`}
        aria-current={isShown ? "true" : undefined}
      >
        <span class="on-call-name">{name}</span>
        <strong>{whoText(on_call, (username) => people.nameOf(username))}</strong>
        <span class="muted">until {timeIn(time_zone, on_call.to)}</span>
        {hole_count > 0 && (
          <span class="on-call-holes">{countText(hole_count, "hole")} in the coming 14 days</span>
        )}
      </a>
    </li>
  );
}

/** Reads the rosters again when the first of the present shifts ends. */
function useReadAtHandover(rosters: readonly Roster[], reload: () => void): void {
  const now = useNow().value;
  const next = Math.min(...rosters.map(({ on_call }) => Date.parse(on_call.to)));
  const isOver = now >= next;
  useEffect(() => {
    if (isOver) reload();
  }, [isOver, next]);
}
