import type { ProxySettings } from "../connectors/outbound_fetch.ts";

/** The proxies of the environment; lower-case names take precedence, as in other programs. */
export function proxyOf(environment: Record<string, string>): ProxySettings {
  const of = (name: string) => environment[name.toLowerCase()] || environment[name] || null;
  return { https: of("HTTPS_PROXY"), http: of("HTTP_PROXY"), no: of("NO_PROXY") ?? "" };
}
