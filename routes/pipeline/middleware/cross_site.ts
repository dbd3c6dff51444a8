import { Refusal } from "../../../domain/shared/refusal.ts";
import type { WebSettings } from "../deps.ts";
import { type AppContext, type Client, isByKey } from "../env.ts";

/** The MCP protocol requires a check of the Origin with any credentials. */
export const MCP_PATH = "/mcp";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a browser marks a request as started by a page of another origin. A request without Origin and
 * Sec-Fetch-Site is no browser's, and no browser sends an API key by itself.
 */
export function crossSite(settings: WebSettings): (c: AppContext) => boolean {
  const publicOrigin = settings.publicUrl === null ? undefined : new URL(settings.publicUrl).origin;
  return (c) =>
    (!isByKey(c) || c.req.path === MCP_PATH) &&
    isForeign(c.req.raw.headers, { client: c.get("client"), publicOrigin });
}

/**
 * Refuses what a page of another origin started: each write, and under `/api` each read but a link that a person
 * follows. Sign-in is refused too, although it needs no cookie, so that no site signs a person in as another user.
 */
export function refuseCrossSite(c: AppContext, { isApi }: { isApi: boolean }): void {
  if (!isWrite(c.req.raw) && (!isApi || isFollowedLink(c.req.raw.headers))) return;
  throw new Refusal(
    "FORBIDDEN",
    "A page of another site started this request; if it is Andon's own address, set PUBLIC_URL",
  );
}

/** A whole page opened in a window. Pictures, scripts, frames and fetches are none. */
function isFollowedLink(headers: Headers): boolean {
  return headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
}

/** A WebSocket counts as a write: a page of another site can open one, and the browser sends the cookie. */
function isWrite({ method, headers }: Request): boolean {
  return !READS.has(method) || headers.get("upgrade")?.toLowerCase() === "websocket";
}

function isForeign(headers: Headers, own: { client: Client; publicOrigin: string | undefined }): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return !isOwnOrigin(origin, own);
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

/** An https page may write to an http address (a proxy terminates TLS), never the reverse. */
function isOwnOrigin(origin: string, own: { client: Client; publicOrigin: string | undefined }): boolean {
  const url = URL.parse(origin);
  if (url === null) return false;
  if (url.origin === own.publicOrigin) return true;
  const { scheme, host } = own.client;
  const schemes = scheme === "https" ? ["https"] : ["http", "https"];
  return schemes.some((one) => URL.parse(`${one}://${host}`)?.origin === url.origin);
}
