/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
/** A thread that takes messages over HTTP on loopback. Posts its address; each message to it is answered by how many came. */
let taken = 0;
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
  await request.body?.cancel();
  taken++;
  return new Response("taken");
});
self.onmessage = () => self.postMessage(taken);
self.postMessage(`http://127.0.0.1:${server.addr.port}/`);
