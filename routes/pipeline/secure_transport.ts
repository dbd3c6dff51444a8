import { Refusal } from "../../domain/shared/refusal.ts";
import type { WebSettings } from "./deps.ts";
import type { Client } from "./env.ts";

/** Whether the cookie is for TLS only. It is not on the machine itself or with COOKIE_SECURE=off. */
export function isSecureCookie(client: Client, { cookieSecure }: WebSettings): boolean {
  return !client.isLocal && cookieSecure !== "off";
}

/** Refuses to send a password or a session over a network unencrypted. */
export function requireSafeTransport(client: Client, { cookieSecure }: WebSettings): void {
  if (client.scheme === "https" || cookieSecure === "off" || client.isLocal) return;
  throw new Refusal(
    "FORBIDDEN",
    "Sign-in over plain HTTP is refused: serve TLS with TLS_CERT_FILE, put a TLS proxy in front and set TRUST_PROXY, " +
      "or set COOKIE_SECURE=off to allow it on a network you trust",
  );
}
