import { useSignal } from "@preact/signals";
import { useOwnOf } from "../parts/areas.ts";
import { Menu } from "../parts/menu.tsx";
import { countText, numberText } from "../parts/numbers.ts";
import { SomeOutside } from "../parts/outside_areas.tsx";
import { useConsole } from "../shell/console.ts";
import { useKeys } from "../shell/use_keys.ts";
import type { BulkProgress } from "./bulk_events.ts";
import { useEventNames } from "./event_names.ts";
import { relatedEvents } from "./related_events.ts";
import { FailuresDialog, ShelveManyDialog } from "./selection_dialogs.tsx";
import { type BulkRun, useBulkRun } from "./use_bulk_run.ts";
import type { ShownEvents } from "./event_group.ts";
import type { EventSelection } from "./use_event_selection.ts";

interface SelectionBarProps {
  selection: EventSelection;
  /** What is on the screen: more can be selected of it. */
  shown: readonly ShownEvents[];
  /** Called after events were changed. */
  onDone?(): void;
}

/** The API's limit of a comment. */
const MAX_CHARACTERS = 2_000;

/** Says how many events are selected, and acknowledges or shelves them together; absent without a selection. */
export function SelectionBar(props: SelectionBarProps) {
  const run = useBulkRun(props);
  const isShown = props.selection.groups.length > 0 || run.progress.value !== null;
  return (
    <>
      {isShown && <Bar {...props} run={run} />}
      {run.failures.value.length > 0 && (
        <FailuresDialog
          failures={run.failures.value}
          onClose={() => run.failures.value = []}
        />
      )}
    </>
  );
}

function Bar({ selection, shown, run }: SelectionBarProps & { run: BulkRun }) {
  const { session } = useConsole();
  const ownOf = useOwnOf();
  const comment = useSignal("");
  const isShelving = useSignal(false);
  const events = selection.groups.flat();
  const { own, outside } = ownOf("POST /api/rule-events/bulk-acknowledge", events);
  const toShelve = ownOf("POST /api/rule-events/:id/shelve", events).own;
  const progress = run.progress.value;
  useKeys([{ keys: "Escape", label: "Clear the selection", group: "Selection", run: selection.clear }]);
  const acknowledge = () => {
    if (progress === null) void run.acknowledge(own, comment.value);
  };
  const some = outside > 0 ? ` ${numberText(own.length)}` : "";
  return (
    <div class="row wrap selection-bar event-selection" role="group" aria-label="Selected events">
      <strong role="status">
        {progress === null ? selectedText(selection.groups) : progressText(progress)}
      </strong>
      <MoreMenu {...{ selection, shown }} />
      <SomeOutside outside={outside} total={events.length} noun="selected event" />
      {own.length > 0 && (
        <>
          <input
            class="selection-comment"
            type="text"
            aria-label="Comment for all selected events"
            placeholder="Comment for all (optional)"
            maxLength={MAX_CHARACTERS}
            autocomplete="off"
            value={comment.value}
            onInput={({ currentTarget }) => comment.value = currentTarget.value}
            onKeyDown={({ key, isComposing }) => key === "Enter" && !isComposing && acknowledge()}
          />
          <button type="button" class="primary" disabled={progress !== null} onClick={acknowledge}>
            Acknowledge{some}
          </button>
        </>
      )}
      {toShelve.length > 0 && session.may("POST /api/rule-events/:id/shelve") && (
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={progress !== null}
          onClick={() => isShelving.value = true}
        >
          Shelve…
        </button>
      )}
      <button type="button" class="link quiet" onClick={selection.clear}>Clear selection</button>
      {isShelving.value && (
        <ShelveManyDialog
          events={toShelve}
          reason={comment.value}
          shelve={(shelf) => {
            isShelving.value = false;
            void run.shelve(toShelve, shelf);
          }}
          onClose={() => isShelving.value = false}
        />
      )}
    </div>
  );
}

/** "3 events selected", "10 events of 2 alarms selected". */
function selectedText(groups: EventSelection["groups"]): string {
  const count = groups.flat().length;
  const of = count === groups.length ? "" : ` of ${countText(groups.length, "alarm")}`;
  return `${countText(count, "event")}${of} selected`;
}

function progressText({ done, total, waits }: BulkProgress): string {
  return `${numberText(done)} of ${numberText(total)} done${waits ? ", waiting for the rate limit" : ""}…`;
}

/** Selects more of what is on the screen: of the same machine, of the same rule, or all. */
function MoreMenu({ selection, shown }: Pick<SelectionBarProps, "selection" | "shown">) {
  const { machineOf } = useEventNames();
  const related = relatedEvents(selection.groups, { shown, has: selection.has, machineOf });
  if (related.length === 0) return null;
  return (
    <Menu
      label="Select more"
      items={related.map(({ label, shown }) => ({ label, run: () => selection.add(shown) }))}
    >
      Select more
    </Menu>
  );
}
