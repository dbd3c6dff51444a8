import { failure, plainAnswer, streamedAnswer } from "./answers.ts";
import { readRequest } from "./protocol.ts";
import { replyTo } from "./reply.ts";

export const SIMULATED_MODEL = "andon-simulator";

export interface AiSimulatorOptions {
  /** Default 0: any free port of 127.0.0.1. */
  port?: number;
  apiKey?: string;
}

/** A model server that is none: it speaks the chat-completions protocol and answers by plain rules. */
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
        return failure(404, "The simulator knows POST /v1/chat/completions alone");
      }
      const read = readRequest(await request.json().catch(() => undefined));
      if (read === undefined) return failure(400, "This is no request for a chat completion");
      const answered = { request: read, reply: replyTo(read), id: `sim-${++count}` };
      return read.isStreamed ? streamedAnswer(answered) : plainAnswer(answered);
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
