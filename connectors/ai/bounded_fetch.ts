import { providerFailed } from "./failure.ts";

const MIB = 1024 * 1024;

/**
 * A `fetch` whose bodies fail with AI_PROVIDER_ERROR beyond `maxBytes`, counted after decompression, so that an endless
 * body does not exhaust the memory.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const { body, status, statusText, headers, url } = await fetch(input, init);
    const bounded = body?.pipeThrough(endAfter(maxBytes, URL.parse(url)?.host ?? "The provider"));
    return new Response(bounded ?? null, { status, statusText, headers: [...headers] });
  };
}

function endAfter(maxBytes: number, host: string): TransformStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, out) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw tooLong(host, maxBytes);
      out.enqueue(piece);
    },
  });
}

function tooLong(host: string, maxBytes: number): Error {
  const size = maxBytes % MIB === 0 ? `${maxBytes / MIB} MiB` : `${maxBytes} bytes`;
  return providerFailed(`the answer of ${host} is longer than ${size}, the limit of an answer`);
}
