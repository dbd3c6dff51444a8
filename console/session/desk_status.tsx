import { useComputed } from "@preact/signals";
import { unwrap } from "../api/client.ts";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";

/** The strip below the status bar of a shared desk: its name, and who acts for how long. */
export function DeskStatus() {
  const { desk, session } = useConsole();
  const user = session.user.value;
  const acting = desk.acting.value;
  return (
    <div class="desk-status" role="region" aria-label="Shared desk">
      <span class="desk-name">
        <span class="muted">Shared desk</span> {user?.display_name ?? user?.username}
      </span>
      {acting === null
        ? <button type="button" onClick={() => desk.ask()}>Act as yourself</button>
        : <ActingPerson />}
    </div>
  );
}

function ActingPerson() {
  const { api, desk, announcer, toasts } = useConsole();
  const nowMs = useNow();
  const left = useComputed(() => leftText((desk.acting.value?.untilMs ?? 0) - nowMs.value));

  async function done(): Promise<void> {
    const confirmation = desk.confirmation();
    desk.end();
    announcer.announce("Nobody acts at this desk");
    try {
      await unwrap(
        api.DELETE("/api/auth/desk-confirmations", {
          params: { header: { "X-Desk-Confirmation": confirmation } },
        }),
      );
    } catch {
      toasts.problem("Andon could not be told; the confirmation ends by itself within two minutes");
    }
  }

  return (
    <span class="desk-acting">
      <span>
        Acting as <strong>{desk.acting.value?.name}</strong>, <span role="timer" aria-live="off">{left}</span>
      </span>
      <button type="button" onClick={done}>Done</button>
    </span>
  );
}

/** Minutes and seconds: "1:40". */
export function leftText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
