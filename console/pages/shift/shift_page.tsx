import { useSignal } from "@preact/signals";
import { Printer } from "lucide";
import { MyAreasButton, MyAreasNote } from "../../lists/my_areas.tsx";
import { useMyAreas } from "../../lists/use_my_areas.ts";
import { Icon } from "../../parts/icon.tsx";
import { numberText } from "../../parts/numbers.ts";
import { retainedSinceMs, usePlantSettings } from "../../parts/plant_settings.ts";
import { durationText } from "../../parts/plant_time.ts";
import { totalOf } from "../../parts/severity_counts.ts";
import { Failed, Loading } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { Page } from "../../shell/page.tsx";
import { useKeys } from "../../shell/use_keys.ts";
import { ChangesSection } from "./changes_section.tsx";
import { CommentsSection } from "./comments_section.tsx";
import { MissingSection } from "./missing_section.tsx";
import { EndedSection, EventSection } from "./event_sections.tsx";
import { ShelvedSection } from "./shelved_section.tsx";
import { ShiftTimeDialog } from "./shift_time_dialog.tsx";
import { DEFAULT_HOURS } from "./shift_start.ts";
import { SeverityTotals } from "./severity_totals.tsx";
import { UnacknowledgedSection } from "./unacknowledged_section.tsx";
import { useShiftEvents, useShiftReport, useShiftStart } from "./use_shift.ts";

/** What an operator reads when a shift begins or ends. */
export default function ShiftPage() {
  const { live, session, people, time } = useConsole();
  const start = useShiftStart();
  const mine = useMyAreas();
  const scope = { fromMs: start.fromMs, area: mine.query };
  const events = useShiftEvents(scope);
  const settings = usePlantSettings();
  const stored = settings.state.value;
  const report = useShiftReport({ ...scope, retainedSinceMs: retainedSinceMs(stored.value), has: mine.has });
  const { value, problem = stored.problem } = events.state.value;
  const isReady = live.isRead.value && mine.isRead && value !== undefined && stored.value !== undefined;
  const retry = () => [events, settings].forEach(({ reload }) => reload());
  const since = time.named(start.fromMs).replace(/:\d\d (?=\S+$)/, " ");
  return (
    <Page
      title="Since I came on"
      class="shift-page"
      subtitle={<Since {...start} />}
      tools={<ShiftTools start={start} />}
    >
      <p class="shift-printed">
        Printed for {people.nameOf(session.user.value?.username ?? null)}, {time.full(Date.now())}
      </p>
      <MyAreasNote />
      {!isReady && problem !== undefined && <Failed problem={problem} retry={retry} />}
      {!isReady && problem === undefined && <Loading what="Loading the shift" />}
      {isReady && (
        <>
          <SeverityTotals report={report} more={value.more} fromMs={start.fromMs} />
          <UnacknowledgedSection rows={report.unacknowledged} />
          <EventSection
            id="raised"
            title={`Raised since ${since} and active`}
            events={report.active}
            none={`No event that was raised since ${since} is active`}
          />
          <EventSection
            id="standing"
            title={`Active since before ${since}`}
            events={report.standing}
            none="No event is older than the shift"
          />
          <ShelvedSection area={scope.area} />
          <CommentsSection {...scope} />
          <EndedSection rows={report.ended} fromMs={start.fromMs} more={totalOf(value.more)} />
          <MissingSection {...scope} />
          {session.may("GET /api/audit-log") && <ChangesSection {...scope} />}
        </>
      )}
    </Page>
  );
}

/** "14:00 CET, 2 h 5 min ago". */
function Since({ fromMs, from }: { fromMs: number; from: string }) {
  const { time } = useConsole();
  const nowMs = useNow();
  return (
    <>
      {time.full(fromMs).replace(/:\d\d (?=\S+$)/, " ")}, {durationText(nowMs.value - fromMs)} ago
      {from === "default" && ` (the last ${numberText(DEFAULT_HOURS)} hours)`}
    </>
  );
}

function ShiftTools({ start }: { start: ReturnType<typeof useShiftStart> }) {
  const isChoosing = useSignal(false);
  const comeOn = () => start.set(Date.now());
  useKeys([
    { keys: "i", label: "I came on now", group: "Since I came on", run: comeOn },
    { keys: "p", label: "Print", group: "Since I came on", run: () => print() },
  ]);
  return (
    <>
      <MyAreasButton />
      <button type="button" onClick={comeOn}>I came on now</button>
      <button type="button" aria-haspopup="dialog" onClick={() => isChoosing.value = true}>
        Another time
      </button>
      <button type="button" onClick={() => print()}>
        <Icon node={Printer} />
        Print
      </button>
      {isChoosing.value && (
        <ShiftTimeDialog
          fromMs={start.fromMs}
          set={(ms) => {
            isChoosing.value = false;
            start.set(ms);
          }}
          onClose={() => isChoosing.value = false}
        />
      )}
    </>
  );
}
