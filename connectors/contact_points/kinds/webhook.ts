import { Webhook } from "standardwebhooks";
import { createOutboundFetch } from "../../outbound_fetch.ts";
import { httpExchange } from "../http_exchange.ts";
import { messageBody } from "../message_body.ts";
import type { CreateTransport } from "../transport.ts";

/** A request with the headers of Standard Webhooks, signed by each of the secrets. */
export const webhookTransport: CreateTransport<"webhook"> = ({ config, secrets }, options) => {
  const { url, ca } = config;
  const { fetch, close } = createOutboundFetch({ ...options, ca });
  const signers = [secrets.secret, secrets.second_secret]
    .flatMap((secret) => secret === undefined ? [] : [new Webhook(secret)]);
  return {
    host: new URL(url).host,
    attempt(message, signal) {
      const body = JSON.stringify(messageBody(message));
      const id = headerText(message.key);
      const at = new Date(options.now());
      const headers = {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
        "webhook-signature": signers.map((signer) => signer.sign(id, at, body)).join(" "),
      };
      return httpExchange({ method: "POST", url, headers, body }, { fetch, signal, now: options.now });
    },
    close,
  };
};

/** A key as a header can carry it, the same at each attempt. */
function headerText(key: string): string {
  return key.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
}
