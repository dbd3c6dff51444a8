import { isoFromMs, type Ms } from "../shared/time.ts";
import { timeIn } from "./compose.ts";
import type { OutgoingMessage } from "./types.ts";

interface StoreMessageInput {
  storeId: string;
  sinceMs: Ms;
  /** Why, as a sentence without its full stop. */
  reason: string;
  nowMs: Ms;
  timeZone: string;
  publicUrl: string | null;
}

const NOT_RECORDED =
  "This message is not recorded: Andon sent it from memory, and the notification log lacks it.";

/** Tells that the store fails. The key is the same at each attempt. */
export function storeFailsMessage(input: StoreMessageInput): OutgoingMessage {
  const { reason, sinceMs, timeZone } = input;
  return storeMessage(input, {
    ...{ reason: "opened", severity: "critical", status: "firing" },
    title: "Not recorded: Andon cannot use its storage",
    lines: [
      `Since ${timeIn(timeZone)(sinceMs)}: ${reason}.`,
      "Until it works again no event is recorded, and nobody is told of any. You get one more message then.",
    ],
  });
}

/** Tells whoever got the message above that it is over. */
export function storeWorksMessage(input: Omit<StoreMessageInput, "reason">): OutgoingMessage {
  const time = timeIn(input.timeZone);
  return storeMessage(input, {
    ...{ reason: "resolved", severity: "critical", status: "resolved" },
    title: "Not recorded: Andon's storage works again",
    lines: [
      `It failed from ${time(input.sinceMs)} until ${time(input.nowMs)}.`,
      "Events of that time are evaluated now, and told as late.",
    ],
  });
}

type StoreMessage = Pick<OutgoingMessage, "reason" | "severity" | "status" | "title"> & { lines: string[] };

function storeMessage(
  { storeId, sinceMs, nowMs, publicUrl }: Omit<StoreMessageInput, "reason">,
  { lines, ...message }: StoreMessage,
): OutgoingMessage {
  const event_key = `store/${storeId}/${sinceMs}`;
  const link = publicUrl?.replace(/\/$/, "") ?? null;
  return {
    ...message,
    key: `${event_key}/${message.reason}`,
    event_key,
    to: null,
    text: [...lines, NOT_RECORDED, ...link === null ? [] : [link]].join("\n"),
    link,
    answer_link: null,
    is_drill: false,
    events: [],
    sent_at: isoFromMs(nowMs),
  };
}
