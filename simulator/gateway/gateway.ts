import { Aedes } from "aedes";
import { createServer, type Socket } from "node:net";
import {
  type Ms,
  sourceTimeFromTicks,
  type Ticks,
  TICKS_PER_SECOND,
  ticksFromMs,
} from "../../domain/shared/time.ts";
import { palletiserStreams, publishedValue } from "./palletiser.ts";

const HOST = "127.0.0.1";
const PUBLISH_MS = 500;
/** Each stream has a sample with a value in so long. */
const OLDEST: Ticks = 600 * TICKS_PER_SECOND;

/** A small MQTT broker on loopback, at which the gateway of one machine publishes. */
export interface Gateway extends AsyncDisposable {
  port: number;
  /** How many streams it publishes. */
  streams: number;
  close(): Promise<void>;
}

export async function startGateway({ now, seed = 1 }: { now: () => Ms; seed?: number }): Promise<Gateway> {
  const broker = await Aedes.createBroker();
  const server = createServer((socket: Socket) => void broker.handle(socket));
  const listening = Promise.withResolvers<void>();
  server.listen(0, HOST, listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The broker has no port");
  const streams = palletiserStreams(seed);
  const publish = (stream: (typeof streams)[number], at: Ticks) => {
    const value = publishedValue(stream, at);
    const message = { value, time: sourceTimeFromTicks(at) };
    const topic = stream.name.replaceAll(".", "/");
    broker.publish({
      cmd: "publish",
      topic,
      payload: JSON.stringify(message),
      qos: 0,
      // Who subscribes could not tell the type of a stream by null, and would list one less.
      retain: value !== null,
      dup: false,
    }, () => {});
  };
  let published = ticksFromMs(now());
  for (const stream of streams) {
    for (const at of stream.cadence.backward(published - OLDEST, published)) {
      if (publishedValue(stream, at) === null) continue;
      publish(stream, at);
      break;
    }
  }
  const timer = setInterval(() => {
    const to = ticksFromMs(now());
    for (const stream of streams) {
      for (const at of stream.cadence.forward(published + 1, to)) publish(stream, at);
    }
    published = to;
  }, PUBLISH_MS);
  const close = async () => {
    clearInterval(timer);
    const closed = Promise.withResolvers<void>();
    broker.close(() => server.close(() => closed.resolve()));
    await closed.promise;
  };
  return { port: address.port, streams: streams.length, close, [Symbol.asyncDispose]: close };
}
