import { providerFailed } from "./failure.ts";

const MIB = 1024 * 1024;

/**
 * A `fetch` whose answers break off with AI_PROVIDER_ERROR once they are longer than so many bytes, counted as they are
 * unpacked: what a server sends without end never fills the memory.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, mostBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const { body, status, statusText, headers, url } = await fetch(input, init);
    const bounded = body?.pipeThrough(endAfter(mostBytes, URL.parse(url)?.host ?? "The provider"));
    return new Response(bounded ?? null, { status, statusText, headers: [...headers] });
  };
}

function endAfter(mostBytes: number, host: string): TransformStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, out) {
      bytes += piece.byteLength;
      if (bytes > mostBytes) throw tooLong(host, mostBytes);
      out.enqueue(piece);
    },
  });
}

function tooLong(host: string, mostBytes: number): Error {
  const size = mostBytes % MIB === 0 ? `${mostBytes / MIB} MiB` : `${mostBytes} bytes`;
  return providerFailed(`the answer of ${host} is longer than ${size}, the most that is read of one`);
}
