import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  isEncrypted: boolean;
  /** Null: nobody signed in. */
  user: string | null;
  raw: string;
  mail: Email;
  cameAtMs: number;
}

export interface MailServer extends AsyncDisposable {
  port: number;
}

/** A mail server on loopback. `take` answers what the client is told. */
export async function startMailServer(
  take: (mail: ReceivedMail) => string,
  options: SMTPServerOptions,
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    async onData(stream, { envelope: { mailFrom, rcptTo }, secure, user }, done) {
      const cameAtMs = Date.now(), pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of stream) pieces.push(new Uint8Array(piece));
      if (stream.sizeExceeded) {
        return done(Object.assign(new Error("The message is too large"), { responseCode: 552 }));
      }
      const all = await new Blob(pieces).arrayBuffer();
      const answer = take({
        from: mailFrom === false ? "" : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        isEncrypted: secure,
        user: user === undefined ? null : String(user),
        raw: new TextDecoder().decode(all),
        mail: await PostalMime.parse(all),
        cameAtMs,
      });
      done(null, answer);
    },
    ...options,
  });
  // A client that leaves in the middle is no error of the server.
  server.on("error", () => {});
  const listening = Promise.withResolvers<void>();
  server.server.once("error", listening.reject);
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port");
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await promise;
    },
  };
}
