import { Refusal } from "../../../domain/shared/refusal.ts";
import { hostName, isLoopbackHost } from "../client.ts";
import type { WebSettings } from "../deps.ts";
import type { AppContext } from "../env.ts";

const NAME = "[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*\\.?";
const IPV6 = "\\[[0-9A-Fa-f:.]{2,45}\\]";
const HOST = new RegExp(`^(?:${NAME}|${IPV6})(?::(\\d{1,5}))?$`);
const LONGEST_HOST = 260;
const HIGHEST_PORT = 65_535;
/** What load balancers, supervisors and Prometheus ask each process for, under its own address. */
const ASKED_BY_ADDRESS: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/leaderz", "/metrics"]);

/**
 * Refuses a Host header that is not a name or an address with an optional port, or that differs from the host of
 * the request's target. The server builds the address of a request from it, so that `Host: a/metrics?` would name
 * another path than the one that a proxy has seen. HTTP/2 sends no Host header.
 */
export function refuseMalformedHost({ url, headers }: Request): void {
  const host = headers.get("host");
  if (host === null || isHost(host) && namesHost(url, host)) return;
  throw new Refusal("VALIDATION_FAILED", "Host: is not the host that the request goes to", {
    issues: [{ path: "Host", message: "is not the host that the request goes to" }],
  });
}

function isHost(host: string): boolean {
  const match = host.length > LONGEST_HOST ? null : HOST.exec(host);
  return match !== null && Number(match[1] ?? 0) <= HIGHEST_PORT;
}

/** Whether the address begins with the host; else the two are compared as addresses. */
function namesHost(url: string, host: string): boolean {
  const from = url.indexOf("://") + "://".length, to = from + host.length;
  if (url.startsWith(host, from) && (to === url.length || url[to] === "/")) return true;
  return URL.canParse(url) && URL.canParse(`http://${host}`) &&
    plainHost(url) === plainHost(`http://${host}`);
}

/** In lower case and without the port that goes without saying. */
function plainHost(url: string): string {
  return new URL(url).host.replace(/:(?:80|443)$/, "");
}

/** If PUBLIC_URL or ALLOWED_HOSTS is set, a request's Host must be one of them or loopback. */
export function hostCheck(settings: WebSettings): (c: AppContext) => void {
  const allowed = allowedHosts(settings);
  return (c) => {
    refuseMalformedHost(c.req.raw);
    if (ASKED_BY_ADDRESS.has(c.req.path)) return;
    const { host } = c.get("client");
    if (allowed.size > 0 && !isLoopbackHost(host) && !allowed.has(host) && !allowed.has(hostName(host))) {
      throw new Refusal(
        "FORBIDDEN",
        `Host "${host}" is not served here; add it to ALLOWED_HOSTS or PUBLIC_URL`,
      );
    }
  };
}

/** Host names with or without a port. Without one, any port matches. */
function allowedHosts({ publicUrl, allowedHosts }: WebSettings): Set<string> {
  const names = allowedHosts.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  if (publicUrl !== null) names.push(hostName(new URL(publicUrl).host));
  return new Set(names.map((name) => /:\d+$/.test(name) ? name : hostName(name)));
}
