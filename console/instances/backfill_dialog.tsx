import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Schemas, told } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "../shell/console.ts";
import { backfillText } from "./backfill_text.ts";
import type { Instance } from "./instance_words.ts";

const DAYS = [1, 7, 30, 90] as const;
const DAY_MS = 86_400_000;

interface BackfillProps {
  instance: Pick<Instance, "id" | "instance_name" | "deployment_date">;
  onClose(): void;
}

/** Writes the past of a deployed instance as events, after a look at how many there would be. */
export function BackfillDialog({ instance, onClose }: BackfillProps) {
  const { toasts } = useConsole();
  const days = useSignal<number>(7);
  const seen = useSignal<Schemas["Backfill"] | undefined>(undefined);
  const run = useBackfill(instance);
  const choose = (chosen: number) => {
    days.value = chosen;
    seen.value = undefined;
  };
  const look = async () => seen.value = (await run.send(days.value, true))?.data;
  const write = async () => {
    const written = await run.send(days.value, false);
    if (written === undefined) return;
    toasts.done(written.message);
    onClose();
  };
  const { value: found } = seen, { value: isRunning } = run.isRunning;
  return (
    <Dialog title="Backfill" onClose={onClose} firm={isRunning}>
      <p>
        Judges the time before "{instance.instance_name}" was deployed, and writes what its rules would have
        raised as closed events. Nobody is notified, and what is there already stays as it is.
      </p>
      <div class="buttons presets" role="group" aria-label="How far back">
        {DAYS.map((each) => (
          <button
            key={each}
            type="button"
            disabled={isRunning}
            aria-pressed={days.value === each}
            onClick={() => choose(each)}
          >
            {each === 1 ? "1 day" : `${each} days`}
          </button>
        ))}
      </div>
      <p role="status">
        {isRunning ? "Reading and judging…" : found === undefined ? "" : backfillText(found)}
      </p>
      {run.problem.value !== undefined && <p class="stale" role="alert">{run.problem.value.message}</p>}
      <div class="buttons">
        {found === undefined
          ? <button type="button" class="primary" disabled={isRunning} onClick={look}>Look</button>
          : (
            <button type="button" class="primary" disabled={isRunning || found.written === 0} onClick={write}>
              Write {found.written.toLocaleString("en")} {found.written === 1 ? "event" : "events"}
            </button>
          )}
        <button type="button" onClick={isRunning ? run.stop : onClose}>
          {isRunning ? "Stop" : "Cancel"}
        </button>
      </div>
    </Dialog>
  );
}

/** One backfill at a time; it ends with the dialog. */
function useBackfill({ id, deployment_date }: BackfillProps["instance"]) {
  const { api } = useConsole();
  const isRunning = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  async function send(days: number, isDry: boolean) {
    const { signal } = running.current = new AbortController();
    const from = new Date(Date.parse(deployment_date ?? "") - days * DAY_MS).toISOString();
    isRunning.value = true;
    problem.value = undefined;
    try {
      const body = { from, dry_run: isDry, stream: false };
      const answer = await told(
        api.POST("/api/instances/{id}/backfill", { params: { path: { id } }, body, signal }),
      );
      // Text comes of a stream alone, which is not asked for.
      return typeof answer === "string" ? undefined : answer;
    } catch (error) {
      if (!signal.aborted) problem.value = problemOf(error);
      return undefined;
    } finally {
      isRunning.value = false;
    }
  }

  return { isRunning, problem, send, stop };
}
