import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import {
  afterAttempt,
  afterTest,
  isLost,
  type PointDeliveryRecord,
} from "../../domain/notification/point_delivery.ts";
import type { ContactPointSender, SendResult } from "../../domain/notification/types.ts";
import type { Commit, FrameDraft } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { savePointDelivery } from "../../storage/writes/notification.ts";
import type { Notifications } from "../../storage/notifications/notifications.ts";

/** The contact points, as the notifier uses them. */
export interface PointsPort {
  /** Undefined: it no longer exists. */
  sender(id: number): ContactPointSender | undefined;
  maxPerMinute(id: number): number | undefined;
  /** A delivery failed for good, or one was taken. */
  failed(id: number, words: string): void;
  works(id: number): void;
  /** The last test of a contact point with its present settings. */
  lastTest(id: number): { passed: boolean; atMs: Ms } | undefined;
}

export interface SeenPointsOptions {
  notifications: Pick<Notifications, "commit">;
  points: Pick<PointsPort, "works" | "lastTest">;
  now: () => Ms;
}

/** What became of the last messages, by contact point. */
export class SeenPoints {
  readonly #records = new Map<number, PointDeliveryRecord>();

  constructor(readonly options: SeenPointsOptions) {}

  get(id: number): PointDeliveryRecord | undefined {
    return this.#records.get(id);
  }

  /** Takes what is stored. */
  async read(records: readonly PointDeliveryRecord[]): Promise<void> {
    for (const record of records) this.#records.set(record.contact_point_id, record);
    await this.heedTests();
  }

  /** Whether messages by a contact point fail for good. */
  isBroken(id: number): boolean {
    return isLost(this.#records.get(id));
  }

  /** Notes an attempt; answers what is to be written. A refused address of a person says nothing about the contact point. */
  note(
    { target: { contact_point_id: id }, state }: DeliveryRecord,
    result: SendResult,
  ): Required<Pick<Commit, "mutations" | "frames">> {
    if (result.is_address_refused) return { mutations: [], frames: [] };
    const before = this.#records.get(id), nowMs = this.options.now();
    const after = afterAttempt(before, { contactPointId: id, result, isLost: state === "failed", nowMs });
    this.#records.set(id, after);
    const frames = isLost(before) === isLost(after) ? [] : [this.#frame(id)];
    return { mutations: [savePointDelivery(after)], frames };
  }

  /** Contact points that have passed a test since their messages fail for good work again. */
  async heedTests(): Promise<void> {
    const { points, notifications } = this.options;
    for (const [id, before] of this.#records) {
      const test = points.lastTest(id), after = test && afterTest(before, test);
      if (after === undefined) continue;
      await notifications.commit([[savePointDelivery(after)]], { frames: [this.#frame(id)] });
      this.#records.set(id, after);
      points.works(id);
    }
  }

  #frame(id: number): FrameDraft {
    return resourceChanged("contact_point", id, isoFromMs(this.options.now()));
  }
}
