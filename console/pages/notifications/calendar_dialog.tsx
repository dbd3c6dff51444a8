import { useSignal } from "@preact/signals";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { useConsole } from "../../shell/console.ts";
import type { Roster } from "./use_rosters.ts";

interface CalendarDialogProps {
  roster: Roster;
  onClose(): void;
}

/** The address of a roster for a calendar program: shown once, ended at any time. */
export function CalendarDialog({ roster, onClose }: CalendarDialogProps) {
  const { api, toasts } = useConsole();
  const actions = useActions();
  const address = useSignal<string | null>(null);
  const params = { path: { id: roster.id } };

  async function open(): Promise<void> {
    try {
      const { data } = await unwrap(api.POST("/api/rosters/{id}/calendar", { params }));
      address.value = `${location.origin}${data.path}`;
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  async function end(): Promise<void> {
    const isDone = await actions.run(() => unwrap(api.DELETE("/api/rosters/{id}/calendar", { params })));
    if (isDone) onClose();
  }

  return (
    <Dialog title={`Calendar of ${roster.name}`} onClose={onClose}>
      <p>
        A calendar program that subscribes to this address shows who is on call. Whoever knows the address can
        read the roster; end it when it is no longer needed.
      </p>
      {address.value !== null && (
        <label class="on-call-address">
          Your address, shown only now
          <input readOnly value={address.value} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
      <div class="buttons">
        {(roster.has_calendar || address.value !== null) && (
          <button type="button" class="danger" onClick={end}>End the address</button>
        )}
        <button type="button" onClick={onClose}>Close</button>
        {address.value === null && (
          <button type="button" class="primary" onClick={open}>
            {roster.has_calendar ? "Create a new address" : "Create an address"}
          </button>
        )}
      </div>
    </Dialog>
  );
}
