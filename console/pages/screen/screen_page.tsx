import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { createApi, type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { retrySeconds } from "../../parts/form/retry_wait.ts";

const api = createApi({ renewed: () => Promise.reject(new TypeError("A screen does not sign in")) });

type Pairing = Schemas["ScreenPairing"];

/** How often the screen asks whether its code was entered. */
const ASK_MS = 3_000;

/** Shows the code by which an administrator makes this browser a wall screen, then opens its start page. */
export default function ScreenPage() {
  const pairing = useSignal<Pairing | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    const stopped = new AbortController();
    followPairing({
      signal: stopped.signal,
      show(now) {
        problem.value = "";
        pairing.value = now;
      },
      fail: (message) => problem.value = message,
    });
    return () => stopped.abort();
  }, []);
  const code = pairing.value?.code ?? null;
  const hasEnded = new URLSearchParams(location.search).has("ended");
  return (
    <main class="stack screen-page">
      <h1>Wall screen</h1>
      {hasEnded && <p>An administrator has ended this screen. It can be paired again.</p>}
      {code === null ? <p class="muted" role="status">Waiting for a code…</p> : (
        <>
          <p>On another device, open Andon as an administrator:</p>
          <p>
            <strong>Settings → Screens → Pair a screen</strong>, then enter this code.
          </p>
          <p class="screen-code" role="status" aria-label={`Code ${code.split("").join(" ")}`}>
            <span>{code.slice(0, 3)}</span>
            <span>{code.slice(3)}</span>
          </p>
          <p class="muted">The event wall opens here by itself. A new code appears every 10 minutes.</p>
        </>
      )}
      {problem.value !== "" && <p role="alert">{problem.value}</p>}
    </main>
  );
}

interface Followed {
  signal: AbortSignal;
  show(pairing: Pairing): void;
  fail(message: string): void;
}

/** Asks for the state of this browser until it is a screen; an expired code is replaced by a new one. */
async function followPairing({ signal, show, fail }: Followed): Promise<void> {
  while (!signal.aborted) {
    let waitMs = ASK_MS;
    try {
      let { data } = await unwrap(api.GET("/api/screens/pairing"));
      if (data.status === "none") ({ data } = await unwrap(api.POST("/api/screens/pairing")));
      if (data.start_page !== null) return location.replace(data.start_page);
      show(data);
    } catch (error) {
      const found = problemOf(error);
      fail(found.message);
      waitMs = Math.max(ASK_MS, retrySeconds(found) * 1_000);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
