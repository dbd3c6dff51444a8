import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Plus } from "lucide";
import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useScrollPosition } from "../../parts/table/scroll_position.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { chatAddress, chatView, sessionsOf } from "./chat_model.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { useChat } from "./use_chat.ts";
import { type Provider, useProviders } from "./use_providers.ts";

/** The list of sessions is built from this many newest questions. */
const MAX_QUESTIONS = 500;

export default function ChatPage() {
  const { session } = useConsole();
  const providers = useProviders();
  const { query, route } = useLocation();
  const view = chatView(query);
  const active = (providers.state.value.value ?? []).filter(({ is_active }) => is_active);
  const provider = active.find(({ id }) => id === view.provider) ?? active[0];
  return (
    <Page
      title="Assistant"
      class="chat-page"
      tools={provider !== undefined && (
        <>
          <select
            aria-label="Provider"
            value={String(provider.id)}
            onChange={({ currentTarget }) =>
              route(chatAddress({ provider: Number(currentTarget.value), session: "" }))}
          >
            {active.map(({ id, display_name }) => <option key={id} value={id}>{display_name}</option>)}
          </select>
          <a class="button" href={chatAddress({ provider: provider.id, session: "" })}>
            <Icon node={Plus} />
            New conversation
          </a>
        </>
      )}
    >
      <Loaded resource={providers}>
        {() =>
          provider === undefined
            ? (
              <Empty title="No AI provider is active">
                {session.may("POST /api/ai-providers")
                  ? <a href="/assistant/providers">Set up a provider</a>
                  : <p>Ask an administrator to set one up.</p>}
              </Empty>
            )
            : <Chat key={provider.id} provider={provider} session={view.session} />}
      </Loaded>
    </Page>
  );
}

function Chat({ provider, session }: { provider: Provider; session: string }) {
  const { api } = useConsole();
  const sessions = useResource(`sessions ${provider.id}`, async (signal) => {
    const params = {
      path: { provider_id: provider.id },
      query: { type: "user" as const, order: "desc" as const, mine: true, limit: MAX_QUESTIONS },
    };
    const { data } = await unwrap(api.GET("/api/conversation-logs/{provider_id}", { params, signal }));
    return sessionsOf(data.logs);
  });
  const chat = useChat({ provider: provider.id, session, onDone: sessions.reload });
  const isForeign = useIsForeign(provider.id, session);
  const list = useRef<HTMLElement>(null);
  return (
    <div class="chat">
      <aside ref={list} class="panel chat-sessions" aria-label="Conversations">
        <div class="panel-head">
          <h2>Conversations</h2>
        </div>
        <Loaded resource={sessions}>
          {(rows) => <Sessions rows={rows} provider={provider.id} open={session} list={list} />}
        </Loaded>
      </aside>
      <section class="panel chat-main" aria-label="Conversation">
        <Conversation chat={chat} provider={provider} />
        {isForeign && chat.entries.value.length > 0
          ? (
            <p class="composer muted">
              This is another user's conversation. You can read it, but not continue it.
            </p>
          )
          : <Composer chat={chat} provider={provider} />}
      </section>
    </div>
  );
}

/** Administrators can read all conversations; only the owner can continue one. */
function useIsForeign(provider: number, session: string): boolean {
  const { api, session: { user } } = useConsole();
  const mine = useResource(`mine ${provider} ${session}`, async (signal) => {
    if (user.value?.role !== "admin" || session === "") return true;
    const query = { session_id: session, mine: true, limit: 1 };
    const params = { path: { provider_id: provider }, query };
    const { data } = await unwrap(api.GET("/api/conversation-logs/{provider_id}", { params, signal }));
    return data.logs.length > 0;
  });
  return mine.state.value.value === false;
}

interface SessionsProps {
  rows: ReturnType<typeof sessionsOf>;
  provider: number;
  open: string;
  /** What scrolls. */
  list: RefObject<HTMLElement | null>;
}

function Sessions({ rows, provider, open, list }: SessionsProps) {
  const { time } = useConsole();
  useScrollPosition(list, { name: "Conversations" });
  if (rows.length === 0) return <p class="muted">None yet.</p>;
  return (
    <ul>
      {rows.map(({ id, title, lastMs }) => (
        <li key={id}>
          <a
            class="chat-session"
            href={chatAddress({ provider, session: id })}
            aria-current={id === open ? "true" : undefined}
          >
            <span>{title}</span>
            <span class="muted">{time.named(lastMs)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
