import type { AskOptions, Ref } from "../actors/runtime/types.ts";
import { NO_SOURCE, type SourceMessage, type SourceStatus } from "../actors/source/contract.ts";

/** Messages for every feed; all others go to the first one. */
const FOR_ALL: ReadonlySet<SourceMessage["type"]> = new Set([
  "start",
  "streams_changed",
  "snapshot",
  "catch_up",
]);

/** Combines the source actors of all feeds. */
export class Sources implements Ref<SourceMessage> {
  readonly #first: Ref<SourceMessage>;

  constructor(private readonly refs: readonly Ref<SourceMessage>[]) {
    this.#first = refs[0];
  }

  get address(): Ref<SourceMessage>["address"] {
    return this.#first.address;
  }

  /**
   * The answer of the first feed, once all feeds that get the message have answered; otherwise the first
   * refusal.
   */
  async ask<Answer>(message: SourceMessage, options?: AskOptions): Promise<Answer> {
    if (!FOR_ALL.has(message.type)) return await this.#first.ask<Answer>(message, options);
    const [answer] = await Promise.all(this.refs.map((ref) => ref.ask<Answer>(message, options)));
    return answer;
  }

  tell(message: SourceMessage, transfer?: Transferable[]): void {
    this.#first.tell(message, transfer);
  }
}

const WORST_FIRST: SourceStatus["state"][] = ["lost", "connecting", "connected", "none"];

/** The statuses of the feeds as one: the worst state, the lowest watermark, sums of counts. */
export function joinedStatus(feeds: readonly SourceStatus[]): SourceStatus {
  if (feeds.length <= 1) return feeds[0] ?? NO_SOURCE;
  const worst = feeds.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))[0];
  const sum = (of: (status: SourceStatus) => number) => feeds.reduce((total, one) => total + of(one), 0);
  const least = (of: (status: SourceStatus) => number | null) => {
    const known = feeds.map(of);
    return known.includes(null) ? null : Math.min(...known.map(Number));
  };
  return {
    feed: 0,
    state: worst.state,
    reason: worst.reason,
    error_code: worst.error_code,
    mode: feeds.some(({ mode }) => mode === "poll") ? "poll" : feeds[0].mode,
    watermark_ms: least((one) => one.watermark_ms),
    last_answer_ms: least((one) => one.last_answer_ms),
    followed_streams: sum((one) => one.followed_streams),
    unread_streams: sum((one) => one.unread_streams),
    samples: sum((one) => one.samples),
    late_samples: sum((one) => one.late_samples),
    generation: Math.max(...feeds.map(({ generation }) => generation)),
    requests_left: feeds.some(({ requests_left }) => requests_left === null)
      ? null
      : sum((one) => one.requests_left ?? 0),
  };
}
