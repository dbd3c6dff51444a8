/** Entry of the worker that follows one OPC UA server: a library that hangs or dies stops nothing else. */
import { Client } from "./client.ts";
import type { FromClient, ToClient } from "./messages.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToClient>) => void) | null;
  postMessage(message: FromClient): void;
};
const client = new Client({
  now: Date.now,
  random: Math.random,
  tell: (message) => scope.postMessage(message),
});
scope.onmessage = ({ data }) => client.take(data);
