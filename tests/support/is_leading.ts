import { ANSWERED_BY } from "../../cluster/forwarding/standby_app.ts";

const CHECK_DEADLINE_MS = 1_000;

/** Whether a process leads and is ready itself, not only through another one. */
export async function isLeading({ baseUrl }: { baseUrl: string }): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_DEADLINE_MS);
  const answer = await fetch(`${baseUrl}/readyz`, { signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200 && !answer.headers.has(ANSWERED_BY);
}
