import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { freePort } from "./free_port.ts";

export interface Forge extends AsyncDisposable {
  issuer: string;
  /** How often the keys were read. */
  keysRead(): number;
  /** The ID token of the next code. */
  answer(make: (nonce: string) => Promise<string>): void;
  sign(claims: JWTPayload, how?: Signing): Promise<string>;
  /** An ID token or access token that is right in all but what is given. */
  claims(given?: JWTPayload): JWTPayload;
}

interface Signing {
  alg?: string;
  /** Not published under the id that the token names. */
  unknownKey?: boolean;
  kid?: string;
}

/** A provider that signs whatever a test says, over real HTTP. It asks nobody for a password. */
export async function tokenForge(): Promise<Forge> {
  const made = await keyOf("first");
  let read = 0;
  let idToken = (_nonce: string) => Promise.resolve("");
  let nonce = "";
  const port = freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  });
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/.well-known/openid-configuration") return Response.json(metadata());
    if (pathname === "/keys") {
      read++;
      return Response.json({ keys: [made.jwk] });
    }
    if (pathname === "/authorize") {
      nonce = searchParams.get("nonce") ?? "";
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = `?${new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" })}`;
      return Response.redirect(back, 303);
    }
    const id_token = await idToken(nonce);
    return Response.json({ access_token: "a", token_type: "Bearer", id_token });
  });
  return {
    issuer,
    keysRead: () => read,
    answer: (make) => idToken = make,
    claims: (given) => {
      const nowSeconds = Math.floor(Date.now() / 1000);
      const times = { iat: nowSeconds, exp: nowSeconds + 300 };
      return {
        iss: issuer,
        sub: "anna",
        preferred_username: "anna",
        groups: ["operators"],
        ...times,
        ...given,
      };
    },
    async sign(claims, { alg = "RS256", unknownKey = false, kid = made.kid } = {}) {
      if (alg === "none") return `${encoded({ alg, kid })}.${encoded(claims)}.`;
      if (alg.startsWith("HS")) {
        const secret = new TextEncoder().encode(JSON.stringify(made.jwk));
        return await new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(secret);
      }
      const { privateKey } = unknownKey ? await keyOf(kid) : made;
      return await new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(privateKey);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function keyOf(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  return { kid, privateKey, jwk: { ...await exportJWK(publicKey), kid, use: "sig", alg: "RS256" } };
}

function encoded(part: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(part));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
