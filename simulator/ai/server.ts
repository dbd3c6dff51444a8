import { failure, plainAnswer, streamedAnswer } from "./answers.ts";
import { readRequest } from "./protocol.ts";
import { replyTo } from "./reply.ts";

export const SIMULATED_MODEL = "andon-simulator";

export interface AiSimulatorOptions {
  /** Default 0: any free port of 127.0.0.1. */
  port?: number;
  apiKey?: string;
}

/** A server of the chat-completions protocol that answers by simple rules instead of a language model. */
export interface AiSimulator extends AsyncDisposable {
  readonly baseUrl: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

export function startAiSimulator(options: AiSimulatorOptions = {}): AiSimulator {
  const apiKey = options.apiKey ?? `sim-${crypto.randomUUID()}`;
  let count = 0;
  const server = Deno.serve(
    { port: options.port ?? 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      if (request.headers.get("authorization") !== `Bearer ${apiKey}`) {
        return failure(401, "The key is not the simulator's");
      }
      if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/chat/completions") {
        return failure(404, "The simulator answers only POST /v1/chat/completions");
      }
      const read = readRequest(await request.json().catch(() => undefined));
      if (read === undefined) return failure(400, "The body is not a chat-completions request");
      const parts = { request: read, reply: replyTo(read), id: `sim-${++count}` };
      return read.isStreamed ? streamedAnswer(parts) : plainAnswer(parts);
    },
  );
  const close = () => server.shutdown();
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}/v1`,
    apiKey,
    close,
    [Symbol.asyncDispose]: close,
  };
}
