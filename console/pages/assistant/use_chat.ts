import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Api, unwrap } from "../../api/client.ts";
import { problemIn, problemOf } from "../../api/problem.ts";
import { sentEvents } from "../../api/server_sent.ts";
import { useConsole } from "../../shell/console.ts";
import { afterSent, chatAddress, chatEntriesOf, type ChatEntry, newEntry } from "./chat_model.ts";
import { verifiedAnswers } from "./verified_answers.ts";
import type { paths } from "../../generated/api.ts";

type Body = NonNullable<
  paths["/api/ai-providers/{provider_id}/conversation"]["post"]["requestBody"]
>["content"]["application/json"];
/** The context of a question. */
export type ChatContext = Pick<Body, "context_type" | "time_filter" | "include_context">;

export interface Chat {
  entries: ReadonlySignal<readonly ChatEntry[]>;
  /** The entry in progress. */
  running: ReadonlySignal<ChatEntry | null>;
  isLoading: ReadonlySignal<boolean>;
  problem: ReadonlySignal<string | null>;
  send(message: string, context: ChatContext): Promise<void>;
  stop(): void;
}

/** Only this many newest lines of a session are read. */
const MAX_LINES = 1_000;

/** A session with a provider, read from the log and continued by `send`. Leaving it stops the running entry. */
export function useChat(
  { provider, session, onDone }: { provider: number; session: string; onDone(): void },
): Chat {
  const { api, live, announcer } = useConsole();
  const { route } = useLocation();
  const entries = useSignal<readonly ChatEntry[]>([]);
  const running = useSignal<ChatEntry | null>(null);
  const isLoading = useSignal(false);
  const problem = useSignal<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  const checked = useRef(verifiedAnswers(sessionStorage)).current;
  /** The session whose entries are displayed. */
  const shown = useRef("");

  /** The session was cleared or expired: the next question starts a new one. */
  function leaveDeletedSession(): void {
    problem.value = "This conversation no longer exists. Your next question starts a new one.";
    shown.current = "";
    route(chatAddress({ provider, session: "" }), true);
  }

  async function load(): Promise<void> {
    const requested = session;
    if (requested === "") return void (entries.value = []);
    problem.value = null;
    isLoading.value = true;
    try {
      const read = await sessionEntries(api, { provider, session: requested });
      if (shown.current !== requested) return;
      entries.value = checked.restored(requested, read);
      if (read.length === 0) leaveDeletedSession();
    } catch (error) {
      if (shown.current === requested) problem.value = problemOf(error).message;
    } finally {
      isLoading.value = false;
    }
  }

  // Before a question can be sent, which it would end.
  useLayoutEffect(() => {
    if (shown.current !== session || session === "") {
      abort.current?.abort();
      if (shown.current !== session) problem.value = null;
      shown.current = session;
      entries.value = [];
      load();
    }
  }, [provider, session]);
  useEffect(() => () => abort.current?.abort(), [provider]);
  useEffect(() =>
    live.onFrames(["ai_response"], (frames) => {
      const isOther = ({ data }: { data: { session_id: string; response: string } }) =>
        data.session_id === shown.current && data.response !== entries.peek().at(-1)?.answer;
      if (running.peek() === null && frames.some(isOther)) live.background.soon("conversation", load);
    }), [provider, session]);

  async function send(message: string, context: ChatContext): Promise<void> {
    if (running.peek() !== null) return;
    problem.value = null;
    const stopping = abort.current = new AbortController();
    running.value = newEntry(message, Date.now());
    let newSession: string | undefined;
    try {
      const body = { message, stream: true, ...context, ...session !== "" && { session_id: session } };
      newSession = await follow(await openStream(api, { provider, body, signal: stopping.signal }), running);
      announcer.announce("The assistant answered");
    } catch (error) {
      const entry = running.peek();
      if (entry !== null) running.value = endedBy(entry, stopping.signal, error);
    }
    const entry = running.peek();
    running.value = null;
    if (entry === null || abort.current !== stopping) return;
    entries.value = [...entries.peek(), entry];
    if (newSession !== undefined) checked.keep(newSession, entry);
    if (newSession !== undefined && newSession !== session) {
      shown.current = newSession;
      route(chatAddress({ provider, session: newSession }), true);
    }
    onDone();
  }

  return { entries, running, isLoading, problem, send, stop: () => abort.current?.abort() };
}

function endedBy(entry: ChatEntry, { aborted }: AbortSignal, error: unknown): ChatEntry {
  return aborted
    ? { ...entry, state: "stopped" }
    : { ...entry, state: "failed", problem: problemOf(error).message };
}

async function sessionEntries(
  api: Api,
  { provider, session }: { provider: number; session: string },
): Promise<ChatEntry[]> {
  const params = {
    path: { provider_id: provider },
    query: { session_id: session, order: "desc" as const, limit: MAX_LINES },
  };
  const [messages, calls] = await Promise.all([
    unwrap(api.GET("/api/conversation-logs/{provider_id}", { params })),
    unwrap(api.GET("/api/function-call-logs/{provider_id}", { params })),
  ]);
  return chatEntriesOf(messages.data.logs.toReversed(), calls.data.logs.toReversed());
}

async function openStream(
  api: Api,
  { provider, body, signal }: { provider: number; body: Body; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const call = api.POST("/api/ai-providers/{provider_id}/conversation", {
    params: { path: { provider_id: provider } },
    body,
    signal,
    parseAs: "stream",
  });
  return streamOf(await unwrap(call));
}

/** With `parseAs: "stream"` the client returns the body itself. */
function streamOf(body: unknown): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  throw new TypeError("The response is not a stream");
}

/** Applies the stream to the running entry; returns the session's id at the end. */
async function follow(
  body: ReadableStream<Uint8Array>,
  running: { value: ChatEntry | null; peek(): ChatEntry | null },
): Promise<string> {
  for await (const sent of sentEvents(body)) {
    if (sent.event === "error") throw problemIn(sent.data, 0);
    const entry = running.peek();
    if (entry === null) continue;
    const after = afterSent(entry, sent);
    running.value = after.entry;
    if (after.session !== undefined) return after.session;
  }
  throw new TypeError("The answer ended before it was complete");
}
