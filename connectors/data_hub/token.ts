import type { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { addressBelow } from "../api_address.ts";
import type { Exchange, WireAnswer } from "../exchange.ts";
import { connectionFailed, invalidCredentials, vendorText } from "../source_failure.ts";
import type { Pace } from "../pacing.ts";
import type { Retry } from "../retry.ts";
import { parseWire } from "../wire.ts";
import { discoveryDocument, tokenAnswer, tokenError } from "./wire.ts";

const RENEW_EARLY_MS = 60_000;

/** OAuth codes for a wrong request, not wrong credentials. */
const NOT_THE_CREDENTIALS = new Set([
  "invalid_request",
  "invalid_scope",
  "unsupported_grant_type",
  "temporarily_unavailable",
]);

export interface TokenOptions {
  /** Configured base URL, without a trailing slash. */
  base: string;
  clientId: string;
  clientSecret: string;
  exchange: Exchange;
  pace: Pace;
  retry: Retry;
  now: () => Ms;
}

/** The current access token: requested on demand, renewed before it expires, shared by all callers. */
export interface Tokens {
  get(): Promise<string>;
  /** Drops a refused token: the next `get` requests another one. */
  drop(token: string): void;
  /** Requests a new token now. */
  renew(): Promise<string>;
}

interface Token {
  text: string;
  renewAtMs: Ms;
}

export function createTokens(options: TokenOptions): Tokens {
  let current: Token | undefined;
  let coming: Promise<Token> | undefined;
  let endpoint: Promise<URL> | undefined;

  function findEndpoint(): Promise<URL> {
    endpoint ??= discoverEndpoint(options).catch((error) => {
      endpoint = undefined;
      throw error;
    });
    return endpoint;
  }

  async function fetchOne(): Promise<Token> {
    current = await requestToken(options, await findEndpoint());
    return current;
  }

  async function renew(): Promise<string> {
    coming ??= fetchOne().finally(() => coming = undefined);
    return (await coming).text;
  }

  return {
    get: async () =>
      current !== undefined && options.now() < current.renewAtMs ? current.text : await renew(),
    drop(token) {
      if (current?.text === token) current = undefined;
    },
    renew,
  };
}

/** The token endpoint of the discovery document, or the well-known one when there is no such document. */
async function discoverEndpoint({ base, exchange, pace, retry }: TokenOptions): Promise<URL> {
  const straight = addressBelow(base, ["identity", "connect", "token"]);
  const url = addressBelow(base, ["identity", ".well-known", "openid-configuration"]);
  const answer = await retry(async () => {
    await pace("session");
    return await exchange({ method: "GET", url, headers: { accept: "application/json" } });
  }, true);
  if (answer.status === 404) return straight;
  if (answer.status !== 200) throw refusedBy(url, answer, "");
  const named = parseWire(discoveryDocument, answer.body, "the identity service").token_endpoint;
  if (!URL.canParse(named) || new URL(named).origin !== straight.origin) {
    throw connectionFailed(`The identity service at ${straight.host} names a token endpoint on another host`);
  }
  return new URL(named);
}

async function requestToken(options: TokenOptions, url: URL): Promise<Token> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: options.clientId,
    client_secret: options.clientSecret,
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const answer = await options.retry(async () => {
    await options.pace("session");
    return await options.exchange({ method: "POST", url, headers, body });
  }, true);
  checkTokenAnswer(url, answer, options.clientSecret);
  const { access_token, expires_in } = parseWire(tokenAnswer, answer.body, "the identity service");
  const lifeMs = expires_in * 1000;
  return { text: access_token, renewAtMs: answer.sentAtMs + lifeMs - Math.min(RENEW_EARLY_MS, lifeMs / 10) };
}

/** Identity services refuse with 400, with 401, or with 200 and an `error`. */
function checkTokenAnswer(url: URL, answer: WireAnswer, secret: string): void {
  const code = tokenError(answer.body);
  const denied = [400, 401, 403].includes(answer.status) || (answer.status === 200 && code !== undefined);
  if (denied && !(code !== undefined && NOT_THE_CREDENTIALS.has(code))) {
    throw invalidCredentials(`${url.host} does not accept this client id and secret`);
  }
  if (answer.status !== 200 || code !== undefined) throw refusedBy(url, answer, secret);
}

/** Not an AnswerRefused, because the status belongs to the identity service, not to the call that needs the token. */
function refusedBy(url: URL, answer: WireAnswer, secret: string): Refusal {
  const redirected = answer.status >= 300 && answer.status < 400;
  const words = redirected
    ? "a redirect, which is not followed with the client secret"
    : vendorText(answer.body, [secret]);
  const reason = `${url.host} answered ${answer.status} when asked for a token`;
  return connectionFailed(words === "" ? reason : `${reason}: ${words}`);
}
