export interface SentEvent {
  event: string;
  // deno-lint-ignore no-explicit-any -- tests assert on what they read
  data: any;
}

/** The events of a stream, in order. */
export async function* sentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  let text = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      yield { event, data: JSON.parse(data) };
      text = text.slice(end + 2);
    }
  }
}
