import {
  BODY_ESCAPES,
  fill,
  inHeader,
  inUrl,
  trialValues,
  valuesOf,
} from "../../../domain/contact_point/placeholders.ts";
import { createOutboundFetch } from "../../outbound_fetch.ts";
import { httpExchange, requirePlainPath } from "../http_exchange.ts";
import type { CreateTransport } from "../transport.ts";

/** A request whose parts are templates. */
export const httpTransport: CreateTransport<"http"> = ({ config, secrets }, options) => {
  const { fetch, close } = createOutboundFetch({ ...options, ca: config.ca });
  const urlOf = (values: ReturnType<typeof valuesOf>) => fill(config.url, { values, secrets, escape: inUrl });
  return {
    host: new URL(urlOf(trialValues()[0]!)).host,
    async attempt(message, signal) {
      const values = valuesOf(message, message.to ?? config.to);
      const url = urlOf(values);
      requirePlainPath(url);
      const headers = Object.fromEntries(
        config.headers.map((
          { name, value },
        ) => [name, inHeader(fill(value, { values, secrets, escape: inHeader }))]),
      );
      const escape = BODY_ESCAPES[config.content_type];
      const body = config.body === "" ? null : fill(config.body, { values, secrets, escape });
      return await httpExchange({
        method: config.method,
        url,
        headers: body === null ? headers : { ...headers, "content-type": config.content_type },
        body,
      }, { fetch, signal, now: options.now });
    },
    close,
  };
};
