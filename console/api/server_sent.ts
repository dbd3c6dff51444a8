/** An event of a `text/event-stream`; its data is JSON. */
export interface SentEvent {
  event: string;
  data: unknown;
}

/** Andon sends no longer event; the limit bounds the memory used. */
const MAX_CHARACTERS = 4_000_000;

/** Parses the events of a stream in order, wherever its chunks are split. */
export async function* sentEvents(
  body: ReadableStream<Uint8Array>,
  { maxCharacters = MAX_CHARACTERS }: { maxCharacters?: number } = {},
): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      if (text.length > maxCharacters) throw new TypeError("An event of the stream is too long");
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
