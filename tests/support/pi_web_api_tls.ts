import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PiWebApi } from "../../simulator/pi_web_api/server.ts";

const folder = new URL("./tls/", import.meta.url);
export const CERTIFICATE = Deno.readTextFileSync(new URL("localhost.cert.pem", folder));
export const PRIVATE_KEY = Deno.readTextFileSync(new URL("localhost.key.pem", folder));

export interface TlsFront extends AsyncDisposable {
  url: string;
}

/** The server over https with a certificate of its own authority, for clients with that certificate. */
export async function behindTls({ handle }: Pick<PiWebApi, "handle">): Promise<TlsFront> {
  const options = {
    cert: CERTIFICATE,
    key: PRIVATE_KEY,
    ca: CERTIFICATE,
    requestCert: true,
    rejectUnauthorized: true,
  };
  const server: Server = createServer(
    options,
    (incoming, outgoing) => void answer(incoming, outgoing, handle),
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `https://localhost:${address.port}/piwebapi`,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: PiWebApi["handle"],
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "GET", url, headers } = incoming;
  const body = method === "GET" ? undefined : new Blob(chunks as BlobPart[]);
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await handle(new Request(`http://localhost${url}`, { method, headers: given, body }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}
