import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { unwrap } from "../api/client.ts";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";

const READ_EVERY_MS = 120_000;

/** Shown to users of identity providers, while the provider cannot confirm the sign-in. */
export function UnconfirmedBanner() {
  const { api, session, time } = useConsole();
  const nowMs = useNow();
  useEffect(() => {
    const read = async () => {
      if (document.hidden || session.ended.value) return;
      const { data } = await unwrap(api.GET("/api/auth/session"));
      if (data !== null && data.username === session.user.value?.username) session.signedIn(data);
    };
    const readAgain = () => void read().catch(() => {});
    readAgain();
    const timer = setInterval(readAgain, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const text = useComputed(() => {
    const unconfirmed = session.user.value?.unconfirmed;
    if (unconfirmed === undefined) return "";
    const { provider, since, reads_only_from } = unconfirmed;
    const fromMs = Date.parse(reads_only_from);
    const what = `${provider} has not confirmed your sign-in since ${time.named(Date.parse(since))}.`;
    return nowMs.value < fromMs
      ? `${what} From ${time.named(fromMs)} you can only read.`
      : `${what} Until it does, you can only read.`;
  });
  return <div class={text.value === "" ? "offline hidden" : "offline"} role="status">{text}</div>;
}
