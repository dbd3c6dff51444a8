import { type MailServer, type ReceivedMail, startMailServer } from "../../simulator/inbox/mail_server.ts";

const TLS = new URL("./tls/", import.meta.url);
/** The certificate that the receivers on loopback have: for localhost and 127.0.0.1, signed by itself. */
export const RECEIVER_CA = Deno.readTextFileSync(new URL("localhost.cert.pem", TLS));
export const RECEIVER_KEY = Deno.readTextFileSync(new URL("localhost.key.pem", TLS));

export interface SmtpReceiver extends MailServer {
  mails: ReceivedMail[];
}

/** A real SMTP server on loopback that keeps what it takes. */
export async function smtpReceiver(
  options: Parameters<typeof startMailServer>[1] = {},
): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const take = (mail: ReceivedMail) => `2.0.0 Ok: queued as ${mails.push(mail)}`;
  const server = await startMailServer(take, {
    key: RECEIVER_KEY,
    cert: RECEIVER_CA,
    disabledCommands: options.onAuth === undefined ? ["AUTH"] : [],
    ...options,
  });
  return { ...server, mails };
}
