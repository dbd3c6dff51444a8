import { request } from "node:http";
import type { AndonClient } from "./andon_client.ts";

/**
 * Posts once and answers the status; null without an answer. Unlike this, `fetch` sends a request again when its
 * connection ends before the answer.
 */
export function postOnce(
  { baseUrl, cookie }: AndonClient,
  path: string,
  body: unknown,
): Promise<number | null> {
  const headers = { cookie, "content-type": "application/json" };
  return new Promise((resolve) => {
    const sent = request(baseUrl + path, { method: "POST", headers, agent: false }, (answer) => {
      answer.on("end", () => resolve(answer.statusCode ?? null)).on("error", () => resolve(null)).resume();
    });
    sent.on("error", () => resolve(null)).end(JSON.stringify(body));
  });
}
