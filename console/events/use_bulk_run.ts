import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { RuleEvent } from "../api/client.ts";
import { useConsole } from "../shell/console.ts";
import {
  acknowledgeMany,
  type BulkProgress,
  type BulkResult,
  oneOfEach,
  resultText,
  shelveMany,
  unshelveMany,
} from "./bulk_events.ts";
import { useEventNames } from "./event_names.ts";
import type { EventSelection } from "./use_event_selection.ts";

/** An event with which something could not be done, and why. */
export interface Failure {
  event: RuleEvent;
  title: string;
  reason: string;
}

export interface BulkRun {
  /** Null while nothing runs. */
  readonly progress: ReadonlySignal<BulkProgress | null>;
  readonly failures: Signal<readonly Failure[]>;
  acknowledge(events: readonly RuleEvent[], comment: string): Promise<void>;
  shelve(events: readonly RuleEvent[], shelf: { minutes: number; reason: string }): Promise<void>;
}

/** Acknowledges and shelves selected events in turn. What failed stays selected and is listed. */
export function useBulkRun(
  { selection, onDone }: { selection: EventSelection; onDone?(): void },
): BulkRun {
  const { api, live, toasts, time } = useConsole();
  const { titleOf } = useEventNames();
  const progress = useSignal<BulkProgress | null>(null);
  const failures = useSignal<readonly Failure[]>([]);
  const onProgress = (now: BulkProgress) => progress.value = now;

  /** Acts on events, and shows what became of them. */
  async function perform(
    events: readonly RuleEvent[],
    act: (ids: number[]) => Promise<readonly BulkResult[]>,
  ): Promise<readonly BulkResult[]> {
    const take = live.reading(), results = await act(events.map(({ id }) => id));
    progress.value = null;
    take(results.flatMap(({ event }) => event ?? []));
    const failed = new Map(
      results.flatMap(({ id, status, reason = "Refused" }) =>
        status === "failed" ? [[id, reason] as const] : []
      ),
    );
    failures.value = events.flatMap((event) => {
      const reason = failed.get(event.id);
      return reason === undefined ? [] : [{ event, title: titleOf(event), reason }];
    });
    selection.keep(new Set(failed.keys()));
    onDone?.();
    return results;
  }

  async function undo(ids: readonly number[]): Promise<void> {
    const take = live.reading(), results = await unshelveMany(api, { ids, onProgress: () => {} });
    take(results.flatMap(({ event }) => event ?? []));
    toasts.done(resultText(results, "unshelved"));
    onDone?.();
  }

  return {
    progress,
    failures,
    async acknowledge(events, comment) {
      const results = await perform(
        events,
        (ids) => acknowledgeMany(api, { ids, comment: comment.trim(), onProgress }),
      );
      toasts.done(resultText(results, "acknowledged"));
    },
    async shelve(events, { minutes, reason }) {
      const untilMs = Date.now() + minutes * 60_000;
      const results = await perform(
        oneOfEach(events),
        (ids) => shelveMany(api, { ids, minutes, reason, onProgress }),
      );
      const done = results.flatMap(({ id, status }) => status === "done" ? [id] : []);
      toasts.done(
        `${resultText(results, "shelved")}, until ${time.named(untilMs)}`,
        done.length === 0 ? undefined : { label: "Undo", run: () => void undo(done) },
      );
    },
  };
}
