import { Buffer } from "node:buffer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { isMailbox } from "../../../domain/contact_point/mailbox.ts";
import type { ConfigOf } from "../../../domain/contact_point/types.ts";
import type { OutgoingMessage } from "../../../domain/notification/types.ts";
import { checkedSocket, tlsOptions } from "../../checked_socket.ts";
import { type Attempt, AttemptEnded, unanswered } from "../attempt.ts";
import { mailText } from "./email_text.ts";
import type { CreateTransport } from "../transport.ts";

/** What nodemailer adds to an error: a code of its own, and the server's reply. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** One connection a message: SMTP servers end idle ones, and a broken one then costs a message. */
export const emailTransport: CreateTransport<"email"> = ({ config, secrets }, options) => {
  const { host, port, tls, user, from } = config;
  return {
    host,
    async attempt(message, signal) {
      const to = message.to === null ? config.to : [message.to];
      if (to.length === 0) throw ended("failed", "The contact point has no mail address to send to");
      const wrong = to.find((address) => !isMailbox(address));
      if (wrong !== undefined) {
        const { attempt } = ended("failed", `"${wrong}" is not a mail address`);
        throw new AttemptEnded({ ...attempt, ...refusedAddress(message) });
      }
      const mail = await mailText(message, { config, to, nowMs: options.now() });
      const socket = await checkedSocket({
        server: { host, port, plain: tls === "none" ? "SMTP" : null },
        tls: tls === "tls" ? { ca: config.ca } : null,
        outbound: options.outbound,
        connectMs: options.connectMs,
        signal,
      });
      const connection = new SMTPConnection({
        connection: socket,
        host,
        port,
        secure: tls === "tls",
        secured: tls === "tls",
        requireTLS: tls === "starttls",
        ignoreTLS: tls === "none",
        tls: tlsOptions(host, config),
        greetingTimeout: options.connectMs,
        socketCloseTimeout: 0,
      });
      // An error after the last answer must not end the process.
      connection.on("error", () => {});
      const onAbort = () => connection.close();
      signal.addEventListener("abort", onAbort);
      try {
        await called(signal, (done) => connection.connect((error) => done(error ?? null, true)), connection);
        const pass = secrets.password;
        if (user !== null) await called(signal, (done) => connection.login({ user, pass }, done), connection);
        const envelope = { from, to: [...to] };
        const info = await called<SMTPConnection.SentMessageInfo>(
          signal,
          (done) => connection.send(envelope, Buffer.from(mail), (error, sent) => done(error, sent)),
          connection,
        );
        connection.quit();
        return accepted(info);
      } catch (error) {
        if (!isSmtpError(error)) throw error;
        const isRecipient = error.command === "RCPT TO";
        throw new AttemptEnded({ ...smtpFailure(error, config), ...isRecipient && refusedAddress(message) });
      } finally {
        signal.removeEventListener("abort", onAbort);
        connection.close();
      }
    },
  };
};

/** Refusing the one address of a person says nothing about the server, unlike that of the contact point's mailboxes. */
function refusedAddress({ to }: OutgoingMessage): Pick<Attempt, "is_address_refused"> {
  return to === null ? {} : { is_address_refused: true };
}

type Done<T> = (error: Error | null, result?: T) => void;

/** A call with a callback as a promise, which also ends with the connection and with the signal. */
async function called<T>(
  signal: AbortSignal,
  call: (done: Done<T>) => void,
  connection: SMTPConnection,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason);
  const onEnd = () => reject(new Error("The server closed the connection"));
  signal.throwIfAborted();
  signal.addEventListener("abort", onAbort);
  connection.once("error", reject);
  connection.once("end", onEnd);
  try {
    call((error, result) => error === null || error === undefined ? resolve(result as T) : reject(error));
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
    connection.off("error", reject);
    connection.off("end", onEnd);
  }
}

/** Some of several mailboxes may be refused: the words name them. */
function accepted({ response, rejected, rejectedErrors }: SMTPConnection.SentMessageInfo): Attempt {
  const refused = rejected.map((address, i) => {
    const said = rejectedErrors?.[i]?.response ?? "no reason";
    return `${address} was refused: ${said}`;
  });
  const words = [response, ...refused].join("\n");
  return { outcome: "accepted", status: codeOf(response), words, retry_after_ms: null };
}

function smtpFailure(error: SmtpError, { host }: ConfigOf<"email">): Attempt {
  const { responseCode, response = "", command } = error;
  const status = responseCode ?? codeOf(response);
  const isTemporary = status !== null && status >= 400 && status < 500;
  if (command === "STARTTLS" || /required STARTTLS/.test(error.message)) {
    const words = `${host} does not begin TLS (STARTTLS), so nothing was sent: ${response || error.message}`;
    return { ...unanswered(isTemporary ? "retry" : "failed", words), status };
  }
  if (status === null) throw error;
  return { ...unanswered(status >= 500 ? "failed" : "retry", response || error.message), status };
}

function isSmtpError(error: unknown): error is SmtpError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

function codeOf(response: string): number | null {
  const code = /^(\d{3})[ -]/.exec(response);
  return code === null ? null : Number(code[1]);
}

function ended(outcome: "retry" | "failed", words: string): AttemptEnded {
  return new AttemptEnded(unanswered(outcome, words));
}
