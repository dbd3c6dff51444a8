import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

const TLS = new URL("./tls/", import.meta.url);
/** The certificate that the receivers on loopback have: for localhost and 127.0.0.1, signed by itself. */
export const RECEIVER_CA = Deno.readTextFileSync(new URL("localhost.cert.pem", TLS));
export const RECEIVER_KEY = Deno.readTextFileSync(new URL("localhost.key.pem", TLS));

export interface ReceivedMail {
  from: string;
  to: string[];
  isEncrypted: boolean;
  /** Null: nobody signed in. */
  user: string | null;
  raw: string;
  mail: Email;
  /** When it began to arrive. */
  came_ms: number;
}

export interface SmtpReceiver extends AsyncDisposable {
  port: number;
  mails: ReceivedMail[];
}

/** A real SMTP server on loopback that keeps what it takes. */
export async function smtpReceiver(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: RECEIVER_KEY,
    cert: RECEIVER_CA,
    authOptional: true,
    disabledCommands: options.onAuth === undefined ? ["AUTH"] : [],
    closeTimeout: 100,
    async onData(stream, session, done) {
      const came_ms = Date.now(), pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of stream) pieces.push(new Uint8Array(piece));
      const raw = await new Blob(pieces).text();
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        from: mailFrom === false ? "" : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        isEncrypted: session.secure,
        user: session.user === undefined ? null : String(session.user),
        raw,
        mail: await PostalMime.parse(raw),
        came_ms,
      });
      done(null, `2.0.0 Ok: queued as ${mails.length}`);
    },
    ...options,
  });
  server.on("error", () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port");
  return {
    port: address.port,
    mails,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await closed;
    },
  };
}
