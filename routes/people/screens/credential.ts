import type { SessionCookie } from "../../../domain/access/types.ts";
import { screenToken } from "../../pipeline/cookie.ts";
import type { WebSettings } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { isSecureCookie } from "../../pipeline/secure_transport.ts";

/** Which cookie carries the credential of a screen that asks like this. */
export function screenCookieKind(c: AppContext, settings: WebSettings): SessionCookie {
  return isSecureCookie(c.get("client"), settings) ? "host" : "plain";
}

/** The credential in the cookie that counts for this request. Plain HTTP can set the other one for the same host. */
export function sentScreenToken(c: AppContext, settings: WebSettings): string | undefined {
  return screenToken(c.req.raw.headers.get("cookie"), screenCookieKind(c, settings));
}
