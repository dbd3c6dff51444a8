import { lazyContactPointClient } from "../../main/contact_points.ts";
import { randomBytes } from "../../main/random_bytes.ts";
import { createNotifier, type NotifierService } from "../../services/notifier/start.ts";
import type { Storage } from "../../storage/contract.ts";
import type { TurnedClock } from "./notifier_harness.ts";

/** A notifier as Andon has it, by the given clock, which may reach loopback. */
export function loopbackNotifier(
  storage: Storage,
  clock: Pick<TurnedClock, "now" | "after">,
): NotifierService {
  return createNotifier({
    storage,
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
}
