/**
 * A process that runs a worker for each request, for rows that measure channels: `worker_host_child.ts <the
 * worker's module>`.
 */
import { hostWorker } from "../../cluster/remote_shards/channel.ts";
import { acceptChannel } from "../../cluster/remote_shards/open_channel.ts";
import { internalTls } from "../../cluster/internal_tls.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import { textOf, WIRE } from "../../cluster/wire.ts";

const [module] = Deno.args;
const auth = new MessageAuth(new Uint8Array(32));
const listen = { hostname: "127.0.0.1", port: 0, ...internalTls(auth, "127.0.0.1") };
const server = Deno.serve({ ...listen, onListen: () => {} }, (request) => {
  const text = textOf(request.headers.get(WIRE.head)) ?? "";
  const { response, channel } = acceptChannel(request, { auth, text });
  hostWorker(new Worker(module, { type: "module" }), channel);
  channel.onClosed((reason) => console.log(`closed ${reason}`));
  return response;
});
console.log(`ready 127.0.0.1:${server.addr.port}`);
