import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { Ms } from "../../domain/shared/time.ts";
import type { Settings } from "../../settings/types.ts";
import { shownHost } from "../shown_host.ts";

export type Listening = Pick<Settings, "host" | "port" | "tls">;

/** The address of Andon for a browser on this machine. */
export function localAddress({ host, port, tls }: Listening): string {
  return `${tls === null ? "http" : "https"}://${shownHost(host)}:${port}`;
}

/**
 * The status with which Andon answers a path such as `/readyz` on this machine; undefined while nobody answers in
 * time. A certificate is not checked: it has the name that browsers use.
 */
export function localStatus(
  { host, port, tls }: Listening,
  { path, withinMs }: { path: string; withinMs: Ms },
): Promise<number | undefined> {
  const hostname = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const request = tls === null ? overHttp : overHttps;
  const signal = AbortSignal.timeout(withinMs);
  // Andon refuses names that are not its own, and knows this one on every address.
  const headers = { host: "localhost" };
  return new Promise((resolve) => {
    request(
      { hostname, port, path, headers, agent: false, rejectUnauthorized: false, signal },
      (response) => {
        response.resume();
        response.on("error", () => {});
        resolve(response.statusCode);
      },
    ).on("error", () => resolve(undefined)).end();
  });
}
