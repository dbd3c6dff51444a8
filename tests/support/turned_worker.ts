/** Entry of a shard worker with a manual clock. */
const { channel, aheadMs } = JSON.parse(self.name);
const real = Date.now;
let ahead: number = aheadMs;

Date.now = () => real() + ahead;
new BroadcastChannel(channel).onmessage = ({ data }) => ahead = data;

await import("../../actors/shard_worker.ts");
