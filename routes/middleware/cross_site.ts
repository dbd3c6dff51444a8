import { Refusal } from "../../domain/shared/refusal.ts";
import type { WebSettings } from "../deps.ts";
import { type AppContext, type Client, isByKey } from "../env.ts";

/** Its protocol wants the Origin looked at, whatever the credentials. */
export const MCP_PATH = "/mcp";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a browser's write that another site started. Sign-in is watched too, although it brings no cookie:
 * nobody shall be signed in as somebody else. Without Origin and Sec-Fetch-Site it is no browser, and passes.
 */
export function crossSite(settings: WebSettings): (c: AppContext) => void {
  const publicOrigin = settings.publicUrl === null ? undefined : new URL(settings.publicUrl).origin;
  return (c) => {
    if (
      isWrite(c.req.raw) && (!isByKey(c) || c.req.path === MCP_PATH) &&
      isForeign(c.req.raw.headers, { client: c.get("client"), publicOrigin })
    ) {
      throw new Refusal(
        "FORBIDDEN",
        "This write was started by another site; set PUBLIC_URL if it is Andon's own",
      );
    }
  };
}

/** A WebSocket counts as one: a page of another site could open it, and the browser would send the cookie. */
function isWrite({ method, headers }: Request): boolean {
  return !READS.has(method) || headers.get("upgrade")?.toLowerCase() === "websocket";
}

function isForeign(headers: Headers, own: { client: Client; publicOrigin: string | undefined }): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return !isOwnOrigin(origin, own);
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

/** An https page may write to what looks like http here (a proxy ends its TLS), never the other way round. */
function isOwnOrigin(origin: string, own: { client: Client; publicOrigin: string | undefined }): boolean {
  const url = URL.parse(origin);
  if (url === null) return false;
  if (url.origin === own.publicOrigin) return true;
  const { scheme, host } = own.client;
  const schemes = scheme === "https" ? ["https"] : ["http", "https"];
  return schemes.some((one) => URL.parse(`${one}://${host}`)?.origin === url.origin);
}
