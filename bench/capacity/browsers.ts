/** How long an event takes to as many browsers as may be connected. */
import { SOCKET_LIMITS } from "../../routes/push/socket_limits.ts";
import { median, quantile, spread } from "../harness/measure.ts";
import type { Row } from "../harness/row.ts";
import { fanout } from "../rows/push_fanout.ts";

const ROUNDS = 30;
const ms = (value: number) => `${value.toFixed(0)} ms`;

export default {
  async figures() {
    const { push } = await fanout(SOCKET_LIMITS.all, ROUNDS);
    return [{
      what: `one event to the last of ${SOCKET_LIMITS.all} browsers`,
      figure: spread(push, ms),
      ratio: median(push),
      target: { unit: "ms" },
      isEqual: true,
      notes: [`p95 ${ms(quantile(push, 0.95))}; the clients share the machine`],
    }];
  },
} satisfies Row;
