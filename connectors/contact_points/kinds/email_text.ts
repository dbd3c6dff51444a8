import { createHash } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import type { ConfigOf } from "../../../domain/contact_point/types.ts";
import type { OutgoingMessage } from "../../../domain/notification/types.ts";
import type { Ms } from "../../../domain/shared/time.ts";

export interface MailOptions {
  config: ConfigOf<"email">;
  to: readonly string[];
  nowMs: Ms;
}

/** A message as RFC 5322 text. */
export async function mailText(
  message: OutgoingMessage,
  { config, to, nowMs }: MailOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const domain = config.from.slice(config.from.lastIndexOf("@") + 1);
  const thread = message.event_key === null ? undefined : `<event.${hashOf(message.event_key)}@${domain}>`;
  const isUrgent = message.severity === "critical" && message.status === "firing";
  const mail = new MailComposer({
    from: { name: oneLine(config.from_name), address: config.from },
    to: [...to],
    subject: oneLine(message.title),
    // The same at each attempt, so that a mail that arrives twice is shown once.
    messageId: `<${hashOf(message.key)}@${domain}>`,
    inReplyTo: thread,
    references: thread,
    date: new Date(nowMs),
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...isUrgent && { Importance: "high", "X-Priority": "1" },
    },
    text: withLinks(message),
    html: mailHtml(message),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Uint8Array(await mail.compile().build());
}

const HASH_DIGITS = 40;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_DIGITS);
}

/** A line break in a header would begin another header. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** The text with the links that it does not contain. The answering link is for one person only. */
function withLinks({ text, link, answer_link, to }: OutgoingMessage): string {
  const links = [link, to === null ? null : answer_link];
  const missing = links.filter((one): one is string => one !== null && !text.includes(one));
  return [text, ...missing].join("\n\n").toWellFormed();
}

/** All that comes from outside is text; only Andon's own links are links. */
export function mailHtml(message: OutgoingMessage): string {
  const links = [message.link, message.answer_link, ...message.events.map(({ link }) => link)]
    .filter((link): link is string => link !== null && /^https?:\/\//.test(link));
  const lines = withLinks(message).split("\n")
    .map((line) => links.includes(line.trim()) ? linkTo(line.trim()) : escaped(line));
  return [
    '<!DOCTYPE html><html><head><meta charset="utf-8">',
    `<title>${escaped(oneLine(message.title))}</title></head>`,
    '<body style="font-family: sans-serif; font-size: 15px; line-height: 1.45">',
    `<h1 style="font-size: 18px">${escaped(oneLine(message.title))}</h1>`,
    `<p>${lines.join("<br>\n")}</p></body></html>`,
  ].join("\n");
}

function linkTo(url: string): string {
  return `<a href="${escaped(url)}">${escaped(url)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
