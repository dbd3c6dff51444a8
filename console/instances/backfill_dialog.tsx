import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Schemas, unwrap } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "../shell/console.ts";
import { backfillText } from "./backfill_text.ts";
import type { Instance } from "./instance_text.ts";
import { countText } from "../parts/numbers.ts";

const DAYS = [1, 7, 30, 90] as const;
const DAY_MS = 86_400_000;

interface BackfillProps {
  instance: Pick<Instance, "id" | "instance_name" | "deployment_date">;
  onClose(): void;
}

/** Creates past events of a deployed instance, after a preview of how many there are. */
export function BackfillDialog({ instance, onClose }: BackfillProps) {
  const { toasts } = useConsole();
  const days = useSignal<number>(7);
  const preview = useSignal<Schemas["Backfill"] | undefined>(undefined);
  const run = useBackfill(instance);
  const choose = (chosen: number) => {
    days.value = chosen;
    preview.value = undefined;
  };
  const loadPreview = async () => preview.value = (await run.send(days.value, true))?.data;
  const write = async () => {
    const written = await run.send(days.value, false);
    if (written === undefined) return;
    toasts.done(written.message);
    onClose();
  };
  const { value: found } = preview, { value: isRunning } = run.isRunning;
  return (
    <Dialog title="Backfill" onClose={onClose} requiresAnswer={isRunning}>
      <p>
        Evaluates the rules of “{instance.instance_name}” for the time before its deployment and stores the
        results as closed events. Nobody is notified, and existing events are kept.
      </p>
      <div class="buttons presets" role="group" aria-label="Time before deployment">
        {DAYS.map((each) => (
          <button
            key={each}
            type="button"
            disabled={isRunning}
            aria-pressed={days.value === each}
            onClick={() => choose(each)}
          >
            {countText(each, "day")}
          </button>
        ))}
      </div>
      <p role="status">
        {isRunning ? "Reading and evaluating…" : found === undefined ? "" : backfillText(found)}
      </p>
      {run.problem.value !== undefined && <p class="stale" role="alert">{run.problem.value.message}</p>}
      <div class="buttons">
        {found === undefined
          ? <button type="button" class="primary" disabled={isRunning} onClick={loadPreview}>Preview</button>
          : (
            <button type="button" class="primary" disabled={isRunning || found.written === 0} onClick={write}>
              Write {countText(found.written, "event")}
            </button>
          )}
        <button type="button" onClick={isRunning ? run.stop : onClose}>
          {isRunning ? "Stop" : "Cancel"}
        </button>
      </div>
    </Dialog>
  );
}

/** One backfill at a time; closing the dialog stops it. */
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
      const answer = await unwrap(
        api.POST("/api/instances/{id}/backfill", { params: { path: { id } }, body, signal }),
      );
      // Only a streamed response is text.
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
