import type { FetchBody } from "openid-client";
import { Refusal } from "../../domain/shared/refusal.ts";

const MOST_BYTES = 1024 * 1024;
const DEADLINE_MS = 10_000;

/** A request of the libraries that speak with a provider. */
export interface ProviderRequest extends Omit<RequestInit, "body"> {
  body?: FetchBody;
}

export type ProviderFetch = (url: string, init: ProviderRequest) => Promise<Response>;

/** `fetch` for a provider's answers: whole within 10 s, 1 MiB at most, and redirects are not followed. */
export function fetchLimited(send: typeof fetch): ProviderFetch {
  return async (url, { body, headers, ...init }) => {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
    const answer = await send(url, {
      ...init,
      headers: [...new Headers(headers)],
      body: sendable(body),
      signal,
      redirect: "manual",
    });
    const hasNone = answer.status === 204 || answer.status === 304;
    return new Response(hasNone ? null : await bytesOf(answer), {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
}

function sendable(body: FetchBody): BodyInit | null | undefined {
  if (body instanceof URLSearchParams) return body.toString();
  return body instanceof Uint8Array ? new Uint8Array(body) : body;
}

async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > MOST_BYTES) {
      throw new Refusal("CONNECTION_FAILED", "The identity provider's answer has more than 1 MiB", {});
    }
    pieces.push(new Uint8Array(piece));
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
