import type { OutgoingMessage } from "../../domain/notification/types.ts";

/** What webhooks and MQTT carry; `routes/notify/views/schemas/notification_webhook.ts` documents it. */
export function messageBody(message: OutgoingMessage) {
  const { key, event_key, reason, severity, is_drill, status, title, text, link, events, sent_at } = message;
  return {
    type: `notification.${reason}`,
    timestamp: sent_at,
    data: { key, event_key, reason, severity, is_drill, status, title, text, link, events },
  };
}
