import { lazyContactPointClient } from "../../main/contact_points.ts";
import { randomBytes } from "../../main/random_bytes.ts";
import { createNotifier, type NotifierService } from "../../services/notifier/start.ts";
import type { Storage } from "../../storage/contract.ts";
import type { TurnedClock } from "./notifier_harness.ts";

const LONGEST_MS = 3_600_000_000;

export interface LoopbackNotifier extends NotifierService {
  /**
   * Waits until nothing is due before the next timer, and until what is written beside the notifier's turns is there:
   * the events about contact points, and what their tests and settings change.
   */
  settled(): Promise<void>;
}

/** A notifier as Andon has it, by the given clock, which may reach loopback. */
export function loopbackNotifier(
  storage: Storage,
  clock: Pick<TurnedClock, "now" | "after">,
): LoopbackNotifier {
  const beside = new Set<Promise<unknown>>();
  const noted = <T>(work: Promise<T>): Promise<T> => {
    const done: Promise<unknown> = work.catch(() => {}).finally(() => beside.delete(done));
    beside.add(done);
    return work;
  };
  const service = createNotifier({
    storage: withConditions(storage, noted),
    contactPoints: lazyContactPointClient({
      outboundAllow: "127.0.0.0/8",
      alwaysAllow: [],
      proxy: { https: null, http: null, no: "" },
    }),
    settings: { publicUrl: null, plantTimeZone: "Europe/Berlin" },
    now: clock.now,
    after: clock.after,
    random: Math.random,
    randomBytes,
    log: () => {},
  });
  const { notifier } = service, reconsider = notifier.reconsider.bind(notifier);
  notifier.reconsider = () => noted(reconsider());
  return {
    ...service,
    async settled() {
      do {
        await Promise.all(beside);
        await notifier.settled(LONGEST_MS);
      } while (beside.size > 0);
    },
  };
}

/** The same, but for the writes of its own conditions, which are noted. */
function withConditions(storage: Storage, noted: <T>(work: Promise<T>) => Promise<T>): Storage {
  const { ownConditions: real } = storage;
  const ownConditions = new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "raise" && name !== "end") return typeof value === "function" ? value.bind(target) : value;
      return (...given: unknown[]) => noted(Reflect.apply(value, target, given) as Promise<unknown>);
    },
  });
  return { ...storage, ownConditions };
}
