import { ANSWERED_BY } from "../../cluster/forwarding/standby_app.ts";

const LOOK_DEADLINE_MS = 1_000;

/** Whether a process leads and is ready itself, not only by forwarding. */
export async function holdsTheStore({ baseUrl }: { baseUrl: string }): Promise<boolean> {
  const signal = AbortSignal.timeout(LOOK_DEADLINE_MS);
  const answer = await fetch(`${baseUrl}/readyz`, { signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200 && !answer.headers.has(ANSWERED_BY);
}
