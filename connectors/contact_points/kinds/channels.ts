import type { OutgoingMessage } from "../../../domain/notification/types.ts";
import type { Severity } from "../../../domain/event/severity.ts";
import { cutText } from "../../../domain/shared/text.ts";
import { createOutboundFetch } from "../../outbound_fetch.ts";
import { httpExchange } from "../http_exchange.ts";
import type { CreateTransport, Transport, TransportOptions } from "../transport.ts";

/** Teams refuses cards of more than 28 KB. */
const MOST_TEXT = 4_000;

export const teamsTransport: CreateTransport<"teams"> = ({ secrets }, options) =>
  channel(secrets.url!, { ...options, body: adaptiveCard });

export const slackTransport: CreateTransport<"slack"> = ({ secrets }, options) =>
  channel(secrets.url!, { ...options, body: slackText });

/** A channel that takes JSON at a secret address. */
function channel(
  url: string,
  options: TransportOptions & { body: (message: OutgoingMessage) => unknown },
): Transport {
  const { fetch, close } = createOutboundFetch(options);
  const headers = { "content-type": "application/json" };
  return {
    host: new URL(url).host,
    attempt(message, signal) {
      const body = JSON.stringify(options.body(message));
      return httpExchange({ method: "POST", url, headers, body }, { fetch, signal, now: options.now });
    },
    close,
  };
}

const CARD_COLOURS: Readonly<Record<Severity, string>> = {
  critical: "attention",
  error: "attention",
  warning: "warning",
  info: "default",
};

/** Runs of text are shown as they are; a TextBlock would read Markdown in what comes from outside. */
function adaptiveCard({ title, text, link, severity, status }: OutgoingMessage) {
  const run = (text: string, style: Record<string, unknown> = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...style }],
  });
  const color = status === "resolved" ? "good" : CARD_COLOURS[severity];
  const lines = cutText(text, MOST_TEXT).split("\n").filter((line) => line.trim() !== "");
  return {
    type: "message",
    attachments: [{
      contentType: "application/vnd.microsoft.card.adaptive",
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        msteams: { width: "Full" },
        fallbackText: title,
        body: [run(title, { size: "Medium", weight: "Bolder", color }), ...lines.map((line) => run(line))],
        actions: link === null ? [] : [{ type: "Action.OpenUrl", title: "Open in Andon", url: link }],
      },
    }],
  };
}

/** Slack reads `&`, `<` and `>` as marks of links and mentions. */
function slackText({ title, text, link }: OutgoingMessage) {
  const escaped = (part: string) =>
    part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const parts = [title, cutText(text, MOST_TEXT), ...link === null || text.includes(link) ? [] : [link]];
  return {
    text: escaped(parts.filter((part) => part !== "").join("\n")),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  };
}
