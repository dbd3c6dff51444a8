import type { WebSettings } from "./deps.ts";
import type { AppContext } from "./env.ts";

/** The origin at which browsers reach Andon: PUBLIC_URL, or the address of this request. */
export function ownOrigin(c: AppContext, { publicUrl }: WebSettings): string {
  const { scheme, host } = c.get("client");
  return publicUrl ?? `${scheme}://${host}`;
}

/** Where a provider leads the browser after a logout there. */
export function afterLogoutAddress(c: AppContext, settings: WebSettings): string {
  return `${ownOrigin(c, settings)}/sign-in`;
}

/** Where a provider sends logout tokens to. */
export function logoutAddress(
  c: AppContext,
  { settings, providerId }: { settings: WebSettings; providerId: number },
): string {
  return `${ownOrigin(c, settings)}/auth/backchannel-logout/${providerId}`;
}

/** Where a provider sends the browser back to. */
export function redirectAddress(
  c: AppContext,
  { settings, providerId }: { settings: WebSettings; providerId: number },
): string {
  return `${ownOrigin(c, settings)}/auth/oidc/${providerId}/callback`;
}
