/** An event of a `text/event-stream`; its data is JSON. */
export interface SentEvent {
  event: string;
  data: unknown;
}

/** More than this in one event is no answer of Andon's. */
const MOST_CHARACTERS = 4_000_000;

/** The events of a stream, in order, however it is cut into pieces. */
export async function* sentEvents(
  body: ReadableStream<Uint8Array>,
  { mostCharacters = MOST_CHARACTERS }: { mostCharacters?: number } = {},
): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      if (text.length > mostCharacters) throw new TypeError("An event of the stream is too long");
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const found = sentEvent(block);
        if (found !== undefined) yield found;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function sentEvent(block: string): SentEvent | undefined {
  const event = /^event: ?(.*)$/m.exec(block)?.[1];
  const data = [...block.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join("\n");
  return event === undefined || data === "" ? undefined : { event, data: JSON.parse(data) };
}
