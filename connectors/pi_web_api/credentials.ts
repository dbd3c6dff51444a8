import { connectionFailed } from "../source_failure.ts";
import type { PiWebApiConfig } from "./settings.ts";

export interface Credentials {
  /** The header by which we sign in; null: the client certificate does. */
  authorization: string | null;
  /** Texts that no message may contain. */
  secrets: readonly string[];
  fetch: typeof fetch;
  close(): void;
}

/** Throws CONNECTION_FAILED for certificates or a key that cannot be read. */
export function createCredentials(config: PiWebApiConfig, secret: string): Credentials {
  const authorization = authorizationOf(config, secret);
  const client = httpClient(config, secret);
  return {
    authorization,
    secrets: [secret, authorization ?? ""],
    fetch: client === null ? fetch : (input, init) => fetch(input, { ...init, client }),
    close: () => client?.close(),
  };
}

function authorizationOf({ authentication, user_name }: PiWebApiConfig, secret: string): string | null {
  switch (authentication) {
    case "basic":
      return `Basic ${new TextEncoder().encode(`${user_name ?? ""}:${secret}`).toBase64()}`;
    case "bearer":
      return `Bearer ${secret.trim()}`;
    case "certificate":
      return null;
  }
}

/** Null: Deno's own, which trusts the public authorities. */
function httpClient(
  { authentication, certificate, ca }: PiWebApiConfig,
  secret: string,
): Deno.HttpClient | null {
  const isSigned = authentication === "certificate";
  if (ca === null && !isSigned) return null;
  try {
    return Deno.createHttpClient({
      ...ca === null ? {} : { caCerts: [ca] },
      ...isSigned ? { cert: certificate ?? "", key: wrappedKey(secret) } : {},
    });
  } catch (error) {
    const what = isSigned ? "The certificate or its private key" : "The certificate of the authority";
    const said = error instanceof Error ? error.message : "";
    throw connectionFailed(`${what} cannot be read as PEM${said.includes(secret) ? "" : `: ${said}`}`);
  }
}

/** A form of one line loses the line breaks of a key, which PEM needs. */
function wrappedKey(key: string): string {
  const [, begin, text = "", end] =
    /^\s*(-----BEGIN [A-Z ]+-----)(.*?)(-----END [A-Z ]+-----)\s*$/s.exec(key) ?? [];
  if (begin === undefined) return key;
  const lines = text.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return [begin, ...lines, end, ""].join("\n");
}
