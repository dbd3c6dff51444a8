import { useSignal } from "@preact/signals";
import type { Chat, ChatContext } from "./use_chat.ts";
import type { Provider } from "./use_providers.ts";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";

const TYPES = [
  ["events", "Events"],
  ["rules", "Rules"],
  ["assets", "Assets"],
  ["streams", "Streams"],
  ["plant_model", "Plant model"],
] as const;
const TIMES = [["1h", "Last hour"], ["24h", "24 hours"], ["7d", "7 days"], ["30d", "30 days"]] as const;

export const CONTEXT_DEFAULTS: ChatContext = {
  include_context: true,
  context_type: "events",
  time_filter: "24h",
};
/** The API's limit of a message. */
const MAX_CHARACTERS = 20_000;

/** Typed text is kept when another conversation is opened. */
const isChat = ({ pathname }: URL) => pathname === "/assistant";

/** The question and its plant context. Enter sends, Shift+Enter starts a new line. */
export function Composer({ chat, provider }: { chat: Chat; provider: Provider }) {
  const text = useSignal("");
  const context = useSignal(CONTEXT_DEFAULTS);
  useUnsavedGuard(() => text.peek().trim() !== "", { keepsAt: isChat });
  const isRunning = chat.running.value !== null;

  function send(): void {
    const message = text.value.trim();
    if (message === "" || isRunning) return;
    text.value = "";
    chat.send(message, context.value);
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label="Your question"
        placeholder="Ask about events, rules, streams…"
        rows={2}
        maxLength={MAX_CHARACTERS}
        value={text.value}
        onInput={({ currentTarget }) => text.value = currentTarget.value}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div class="row wrap composer-tools">
        {provider.share_plant_data
          ? <ContextChoice context={context.value} set={(next) => context.value = next} />
          : <span class="muted">No plant data is sent to this provider</span>}
        <span class="spring" />
        {isRunning
          ? <button type="button" onClick={chat.stop}>Stop</button>
          : <button type="submit" class="primary" disabled={text.value.trim() === ""}>Send</button>}
      </div>
    </form>
  );
}

function ContextChoice({ context, set }: { context: ChatContext; set(context: ChatContext): void }) {
  return (
    <>
      <select
        aria-label="Context"
        value={context.include_context ? context.context_type : ""}
        onChange={({ currentTarget: { value } }) => {
          const type = TYPES.find(([name]) => name === value)?.[0];
          set({ ...context, include_context: type !== undefined, ...type && { context_type: type } });
        }}
      >
        <option value="">No context</option>
        {TYPES.map(([name, title]) => <option key={name} value={name}>With {title.toLowerCase()}</option>)}
      </select>
      {context.include_context && context.context_type === "events" && (
        <select
          aria-label="Context time"
          value={context.time_filter}
          onChange={({ currentTarget: { value } }) => {
            const time = TIMES.find(([name]) => name === value)?.[0];
            if (time !== undefined) set({ ...context, time_filter: time });
          }}
        >
          {TIMES.map(([name, title]) => <option key={name} value={name}>{title}</option>)}
        </select>
      )}
    </>
  );
}
