import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Api, told } from "../../api/client.ts";
import { problemIn, problemOf } from "../../api/problem.ts";
import { sentEvents } from "../../api/server_sent.ts";
import { useConsole } from "../../shell/console.ts";
import { afterSent, asked, chatAddress, type Turn, turnsOf } from "./chat_model.ts";
import type { paths } from "../../generated/api.ts";

type Body = NonNullable<
  paths["/api/ai-providers/{provider_id}/conversation"]["post"]["requestBody"]
>["content"]["application/json"];
/** What goes along with a question. */
export type ChatContext = Pick<Body, "context_type" | "time_filter" | "include_context">;

export interface Chat {
  turns: ReadonlySignal<readonly Turn[]>;
  /** The turn under way. */
  running: ReadonlySignal<Turn | null>;
  isLoading: ReadonlySignal<boolean>;
  problem: ReadonlySignal<string | null>;
  send(message: string, context: ChatContext): Promise<void>;
  stop(): void;
}

/** Lines of a session that are read at most: its newest. */
const MOST_LINES = 1_000;

/** A session with a provider: read from the log, carried on by `send`. Leaving it ends the turn under way. */
export function useChat(
  { provider, session, onDone }: { provider: number; session: string; onDone(): void },
): Chat {
  const { api, live, speech } = useConsole();
  const { route } = useLocation();
  const turns = useSignal<readonly Turn[]>([]);
  const running = useSignal<Turn | null>(null);
  const isLoading = useSignal(false);
  const problem = useSignal<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  /** The session whose turns are held. */
  const held = useRef("");

  /** Cleared, or gone with retention: what is asked next begins anew. */
  function leaveGone(): void {
    problem.value = "That conversation is not there any more; what you ask next begins a new one.";
    held.current = "";
    route(chatAddress({ provider, session: "" }), true);
  }

  async function load(): Promise<void> {
    const mine = session;
    if (mine === "") return void (turns.value = []);
    problem.value = null;
    isLoading.value = true;
    try {
      const read = await sessionTurns(api, { provider, session: mine });
      if (held.current !== mine) return;
      turns.value = read;
      if (read.length === 0) leaveGone();
    } catch (error) {
      if (held.current === mine) problem.value = problemOf(error).message;
    } finally {
      isLoading.value = false;
    }
  }

  useEffect(() => {
    if (held.current !== session || session === "") {
      abort.current?.abort();
      if (held.current !== session) problem.value = null;
      held.current = session;
      turns.value = [];
      load();
    }
  }, [provider, session]);
  useEffect(() => () => abort.current?.abort(), [provider]);
  useEffect(() =>
    live.onFrames(["ai_response"], (frames) => {
      const isOther = ({ data }: { data: { session_id: string; response: string } }) =>
        data.session_id === held.current && data.response !== turns.peek().at(-1)?.answer;
      if (running.peek() === null && frames.some(isOther)) live.background.soon("conversation", load);
    }), [provider, session]);

  async function send(message: string, context: ChatContext): Promise<void> {
    if (running.peek() !== null) return;
    problem.value = null;
    const stopping = abort.current = new AbortController();
    running.value = asked(message, Date.now());
    let goneTo: string | undefined;
    try {
      const body = { message, stream: true, ...context, ...session !== "" && { session_id: session } };
      goneTo = await follow(await openStream(api, { provider, body, signal: stopping.signal }), running);
      speech.say("The assistant answered");
    } catch (error) {
      const turn = running.peek();
      if (turn !== null) running.value = endedBy(turn, stopping.signal, error);
    }
    const turn = running.peek();
    running.value = null;
    if (turn === null || abort.current !== stopping) return;
    turns.value = [...turns.peek(), turn];
    if (goneTo !== undefined && goneTo !== session) {
      held.current = goneTo;
      route(chatAddress({ provider, session: goneTo }), true);
    }
    onDone();
  }

  return {
    ...{ turns, running, isLoading, problem, send },
    stop: () => abort.current?.abort(),
  };
}

function endedBy(turn: Turn, { aborted }: AbortSignal, error: unknown): Turn {
  return aborted
    ? { ...turn, state: "stopped" }
    : { ...turn, state: "failed", problem: problemOf(error).message };
}

async function sessionTurns(
  api: Api,
  { provider, session }: { provider: number; session: string },
): Promise<Turn[]> {
  const params = {
    path: { provider_id: provider },
    query: { session_id: session, order: "desc" as const, limit: MOST_LINES },
  };
  const [said, called] = await Promise.all([
    told(api.GET("/api/conversation-logs/{provider_id}", { params })),
    told(api.GET("/api/function-call-logs/{provider_id}", { params })),
  ]);
  return turnsOf(said.data.logs.toReversed(), called.data.logs.toReversed());
}

async function openStream(
  api: Api,
  { provider, body, signal }: { provider: number; body: Body; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const call = api.POST("/api/ai-providers/{provider_id}/conversation", {
    params: { path: { provider_id: provider } },
    ...{ body, signal, parseAs: "stream" },
  });
  return streamOf(await told(call));
}

/** `parseAs: "stream"` gives the body itself. */
function streamOf(body: unknown): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  throw new TypeError("The answer is no stream");
}

/** Brings what comes into the turn; the session's id at its end. */
async function follow(
  body: ReadableStream<Uint8Array>,
  running: { value: Turn | null; peek(): Turn | null },
): Promise<string> {
  for await (const sent of sentEvents(body)) {
    if (sent.event === "error") throw problemIn(sent.data, 0);
    const turn = running.peek();
    if (turn === null) continue;
    const after = afterSent(turn, sent);
    running.value = after.turn;
    if (after.session !== undefined) return after.session;
  }
  throw new TypeError("The answer broke off");
}
