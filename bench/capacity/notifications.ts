/** How many events a minute can be told to people by mail and webhook, with 200 notification policies. */
import { proveFlood } from "../../tests/support/notifier_flood_proof.ts";
import type { Row } from "../harness/row.ts";

const RATE = 30, SECONDS = 30;

export default {
  async figures() {
    const flood = await proveFlood({ events: RATE * SECONDS, seconds: SECONDS, speed: 1, seed: 1 });
    const { untold, toldAgain, unmatched, messages, handOverMs, process } = flood;
    return [{
      what: `from an event to its message, ${RATE * 60} events a minute`,
      figure: `p99 ${handOverMs.p99.toFixed(0)} ms; ${messages} messages in ${SECONDS} s`,
      ratio: handOverMs.p99,
      target: { unit: "ms" },
      isEqual: untold + toldAgain + unmatched === 0,
      notes: [`${process.most_rss_mb} MB of memory at most`],
    }];
  },
} satisfies Row;
