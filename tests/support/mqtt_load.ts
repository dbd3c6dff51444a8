/** Publishes at a broker for the bench, in a process of its own. Takes its port, the streams and the messages a second. */
import { connectAsync } from "mqtt";

const [port, streams, rate] = Deno.args.map(Number);
const TICK_MS = 20, MOST_UNANSWERED = 5_000;
const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { timerVariant: "native" });
const begun = performance.now();
let sent = 0, unanswered = 0;
setInterval(() => {
  const due = Math.floor((performance.now() - begun) / 1_000 * rate!);
  for (; sent < due && unanswered < MOST_UNANSWERED; sent++) {
    unanswered++;
    const message = JSON.stringify({ value: sent % 1_000 / 10, time: Date.now() });
    client.publish(`plant/s${sent % streams!}`, message, { qos: 1 }, () => unanswered--);
  }
}, TICK_MS);
