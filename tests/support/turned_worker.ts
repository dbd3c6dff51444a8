/** Entry of a shard worker with a manual clock. Without an await: messages that arrive meanwhile would be lost. */
import "./worker_clock.ts";
import "../../main/shard_worker.ts";
