import { Mutex } from "../../concurrency/mutex.ts";
import { pointRuleId } from "../../domain/notification/point_event.ts";
import type { FrameDraft } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { cutText } from "../../domain/shared/text.ts";
import { changedResource } from "../../storage/writes/frames.ts";
import type { PublishedCommit } from "../../storage/store/published.ts";
import type { OwnConditions } from "../../storage/own_conditions.ts";

export interface PointEventsOptions {
  ownConditions: OwnConditions;
  /** Calls the listener after each commit with frames; returns the function that ends it. */
  onPublished(listener: (committed: PublishedCommit) => void): () => void;
  /** Null: it does not exist any more. */
  nameOf(contactPointId: number): string | null;
  now: () => Ms;
  log: Log;
}

const MOST_WORDS = 500;

/** Andon's own events about contact points that fail: one open event a contact point, told by the other ones. */
export class PointEvents {
  readonly #mutex = new Mutex();
  /** What is stored, as far as this process knows. */
  readonly #reported = new Map<number, "fails" | "works">();
  #stopListening: () => void = () => {};

  constructor(readonly options: PointEventsOptions) {}

  /** Ends the events of contact points that are deleted. */
  start(): void {
    this.#stopListening = this.options.onPublished(({ frames }) => {
      for (const id of frames.flatMap(changedPoint)) if (this.options.nameOf(id) === null) this.works(id);
    });
  }

  failed(id: number, words: string): void {
    this.#tell(id, "fails", (at) =>
      this.options.ownConditions.raise(pointRuleId(id), {
        name: "Contact point fails",
        description: `"${this.options.nameOf(id) ?? id}" did not take a message: ` +
          `${
            cutText(words, MOST_WORDS)
          }. Messages by it are lost until it works; test it under Notifications`,
        severity: "error",
        at,
      }));
  }

  works(id: number): void {
    this.#tell(id, "works", (at) => this.options.ownConditions.end(pointRuleId(id), { at }));
  }

  /** Resolves when all is written. */
  close(): Promise<void> {
    this.#stopListening();
    return this.#mutex.run(() => Promise.resolve());
  }

  /** In the order of the calls. What cannot be written is tried again with the next message by the contact point. */
  #tell(id: number, state: "fails" | "works", write: (at: Ms) => Promise<unknown>): void {
    if (this.#reported.get(id) === state) return;
    this.#reported.set(id, state);
    const at = this.options.now();
    this.#mutex.run(() => write(at)).catch((error) => {
      this.#reported.delete(id);
      this.options.log("warn", "The event about a contact point could not be written", {
        contact_point: id,
        reason: String(error),
      });
    });
  }
}

/** Whether a frame tells of a change by which something may be due that was not. */
export function changesWhatIsDue(frame: FrameDraft): boolean {
  const { type } = changedResource(frame) ?? {};
  return type === "contact_point" || type === "notification_policy" || type === "plant_settings";
}

export function changesWhatIsHidden(frame: FrameDraft): boolean {
  return changedResource(frame)?.type === "out_of_service";
}

/** The contact point that a frame says has changed. */
function changedPoint(frame: FrameDraft): number[] {
  const { type, id } = changedResource(frame) ?? {};
  return type === "contact_point" && id !== undefined ? [Number(id)] : [];
}
