import type { Exchange, WireAnswer, WireRequest } from "./exchange.ts";

const MOST_REDIRECTS = 3;

/** Statuses that repeat the same request at the target; the others lead to a GET. */
const SAME_METHOD = [307, 308];
const REDIRECTS = [301, 302, 303, ...SAME_METHOD];

/**
 * Sends a request with its credentials and follows at most three redirects, only to the same origin or where `isOwn`
 * tells that the source itself is. Any other redirect is returned as the answer.
 */
export async function followRedirects(
  request: WireRequest,
  { exchange, isOwn = () => false }: { exchange: Exchange; isOwn?: (url: URL) => boolean },
): Promise<WireAnswer> {
  let current = request;
  let answer = await exchange(current);
  for (let followed = 0; followed < MOST_REDIRECTS; followed++) {
    const there = target(answer, current.url, isOwn);
    if (there === undefined) break;
    current = redirected(current, { url: there, status: answer.status });
    answer = await exchange(current);
  }
  return answer;
}

function target(answer: WireAnswer, from: URL, isOwn: (url: URL) => boolean): URL | undefined {
  const location = answer.headers.get("location");
  if (!REDIRECTS.includes(answer.status) || location === null || !URL.canParse(location, from)) {
    return undefined;
  }
  const there = new URL(location, from);
  return there.origin === from.origin || isOwn(there) ? there : undefined;
}

function redirected(request: WireRequest, { url, status }: { url: URL; status: number }): WireRequest {
  if (SAME_METHOD.includes(status)) return { ...request, url };
  const { "content-type": _, ...headers } = request.headers;
  return { method: "GET", url, headers };
}
