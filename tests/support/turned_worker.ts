/** Entry of a shard's worker whose clock the test turns. */
const { channel, aheadMs } = JSON.parse(self.name);
const real = Date.now;
let ahead: number = aheadMs;

Date.now = () => real() + ahead;
new BroadcastChannel(channel).onmessage = ({ data }) => ahead = data;

await import("../../actors/shard_worker.ts");
