import { type Api, type RuleEvent, unwrap } from "../api/client.ts";
import { batchesOf, runBatches } from "../instances/bulk_run.ts";
import { keyOfEvent } from "../parts/event_text.ts";
import { numberText } from "../parts/numbers.ts";

/** The result of one event. */
export interface BulkResult {
  id: number;
  status: "done" | "already" | "failed";
  /** Why it failed. */
  reason?: string;
  /** The event as it is now, where the call says so. */
  event?: RuleEvent;
}

export interface BulkProgress {
  done: number;
  total: number;
  /** The calls wait for the rate limit. */
  waits: boolean;
}

interface BulkCalls {
  ids: readonly number[];
  batches: readonly number[][];
  send(ids: readonly number[]): Promise<readonly BulkResult[]>;
  onProgress(progress: BulkProgress): void;
}

type Following = Pick<BulkCalls, "ids" | "onProgress">;

/** Acknowledges events in as few calls as show progress, with one comment for all. */
export async function acknowledgeMany(
  api: Api,
  { comment, ...run }: Following & { comment: string },
): Promise<readonly BulkResult[]> {
  return await inTurn({
    ...run,
    batches: batchesOf(run.ids),
    async send(ids) {
      const body = { event_ids: [...ids], ...comment !== "" && { comment } };
      const { data } = await unwrap(api.POST("/api/rule-events/bulk-acknowledge", { body }));
      return data.items.map(({ id, status, problems }) => ({
        id,
        status: status === "acknowledged" ? "done" : status,
        reason: problems?.[0]?.message,
      }));
    },
  });
}

/** Shelves the rules and instances of events, one call each. */
export async function shelveMany(
  api: Api,
  { minutes, reason, ...run }: Following & { minutes: number; reason: string },
): Promise<readonly BulkResult[]> {
  return await oneByOne(run, async (id) => {
    const params = { path: { id } };
    return await unwrap(api.POST("/api/rule-events/{id}/shelve", { params, body: { minutes, reason } }));
  });
}

export async function unshelveMany(api: Api, run: Following): Promise<readonly BulkResult[]> {
  return await oneByOne(
    run,
    async (id) => await unwrap(api.POST("/api/rule-events/{id}/unshelve", { params: { path: { id } } })),
  );
}

async function oneByOne(run: Following, call: (id: number) => Promise<{ data: RuleEvent }>) {
  return await inTurn({
    ...run,
    batches: run.ids.map((id) => [id]),
    send: async ([id]) => [{ id: id!, status: "done", event: (await call(id!)).data }],
  });
}

async function inTurn({ ids, batches, send, onProgress }: BulkCalls): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  const tell = (waits = false) => onProgress({ done: results.length, total: ids.length, waits });
  tell();
  await runBatches<BulkResult>(batches, {
    send,
    failed: (batch, { message }) => batch.map((id) => ({ id, status: "failed", reason: message })),
    take(more) {
      results.push(...more);
      tell();
    },
    isStopped: () => false,
    async pause(ms) {
      tell(true);
      await new Promise((resolve) => setTimeout(resolve, ms));
      tell();
    },
  });
  return results;
}

/** "58 acknowledged, 3 were already, 2 failed"; `done` names what was done. */
export function resultText(results: readonly BulkResult[], done: string): string {
  const count = (status: BulkResult["status"]) => results.filter((result) => result.status === status).length;
  const already = count("already"), failed = count("failed");
  return [
    `${numberText(count("done"))} ${done}`,
    ...already > 0 ? [`${numberText(already)} ${already === 1 ? "was" : "were"} already`] : [],
    ...failed > 0 ? [`${numberText(failed)} failed`] : [],
  ].join(", ");
}

/** One event for each rule and instance, as a shelf hides all of them. */
export function oneOfEach(events: readonly RuleEvent[]): RuleEvent[] {
  return [...Map.groupBy(events, keyOfEvent).values()].map(([first]) => first!);
}
