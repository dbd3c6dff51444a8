import type { DemoInboxView, InboxMessage } from "../../domain/contact_point/inbox_message.ts";
import { cutText } from "../../domain/shared/text.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "./mail_server.ts";

const MOST_MESSAGES = 200;
const MOST_BYTES = 256 * 1024;
const MOST_CHARACTERS = 10_000;
const HOST = "127.0.0.1";

/** A mail server and a receiver of webhooks on loopback, which keep the newest messages in memory. */
export interface DemoInbox extends DemoInboxView, AsyncDisposable {
  mailPort: number;
  /** host:port of both. */
  hosts: string[];
  close(): Promise<void>;
}

export async function startDemoInbox(now: () => number): Promise<DemoInbox> {
  const kept: InboxMessage[] = [];
  const keep = (message: Omit<InboxMessage, "at">) => {
    const text = cutText(message.text, MOST_CHARACTERS);
    kept.unshift({ ...message, text, at: new Date(now()).toISOString() });
    kept.length = Math.min(kept.length, MOST_MESSAGES);
  };
  const mail = await mailServer(keep);
  const web = Deno.serve(
    { port: 0, hostname: HOST, onListen: () => {} },
    (request) => webhook(request, keep),
  );
  const close = async () => {
    await mail[Symbol.asyncDispose]();
    await web.shutdown();
  };
  const hosts = [`${HOST}:${mail.port}`, `${HOST}:${web.addr.port}`];
  return {
    messages: () => kept,
    mailPort: mail.port,
    mailServer: `${HOST}:${mail.port}`,
    webhookUrl: `http://${hosts[1]}/webhook`,
    hosts,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Keep = (message: Omit<InboxMessage, "at">) => void;

function mailServer(keep: Keep): Promise<MailServer> {
  const take = ({ from, to, mail }: ReceivedMail) => {
    keep({ way: "mail", from, to: to.join(", "), title: mail.subject ?? "", text: (mail.text ?? "").trim() });
    return "The message is in the demo inbox";
  };
  const options = { disabledCommands: ["AUTH", "STARTTLS"], banner: "Andon demo inbox", size: MOST_BYTES };
  return startMailServer(take, options);
}

async function webhook(request: Request, keep: Keep): Promise<Response> {
  if (request.method !== "POST") return new Response("The demo inbox takes POST", { status: 405 });
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) {
    return new Response("The message is too large", { status: 413 });
  }
  const text = (await request.text()).slice(0, MOST_BYTES);
  keep({ way: "webhook", from: "", to: new URL(request.url).pathname, title: titleOf(text), text });
  return new Response("The message is in the demo inbox");
}

function titleOf(body: string): string {
  try {
    const { data } = JSON.parse(body);
    return typeof data?.title === "string" ? data.title : "Webhook";
  } catch {
    return "Webhook";
  }
}
