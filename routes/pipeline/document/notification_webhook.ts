import { type RouteConfig, z } from "@hono/zod-openapi";
import { notificationShown } from "../../notify/views/schemas/notification_webhook.ts";

const { schema, example } = notificationShown;

/** What Andon sends to contact points of the kind webhook. */
export const notificationWebhook: RouteConfig = {
  method: "post",
  path: "notification",
  operationId: "receiveNotification",
  tags: ["Notifications"],
  summary: "A message about events, sent to a contact point",
  description:
    "With the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Verify the " +
    "signature with the secret of the contact point, and ignore an id that you have seen: a message may come twice.",
  security: [],
  request: {
    headers: z.object({
      "webhook-id": z.string().openapi({ example: "12/opened/3/0/0/user:4/1" }),
      "webhook-timestamp": z.string().openapi({ example: "1769847305" }),
      "webhook-signature": z.string().openapi({ example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=" }),
    }),
    body: { required: true, content: { "application/json": { schema, example } } },
  },
  responses: {
    "2XX": { description: "The message is taken" },
    "408": { description: "It is sent again, as after 425, 429 and 5XX; `Retry-After` is obeyed" },
    "4XX": { description: "It is not sent again" },
  },
};
