import { sleep } from "../../concurrency/sleep.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type Listening, localStatus } from "./local_health.ts";
import type { Supervisor } from "./supervisor.ts";

const AGAIN_MS = 300;
const ASK_MS = 5_000;

/** Resolves to true once Andon answers `/readyz`; to false when it has ended, or is not ready in time. */
export async function untilReady(
  listening: Listening,
  { supervisor, withinMs }: { supervisor: Pick<Supervisor, "hasEnded">; withinMs: Ms },
): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    if (await localStatus(listening, { path: "/readyz", withinMs: ASK_MS }) === 200) return true;
    if (await supervisor.hasEnded()) return false;
    await sleep(AGAIN_MS);
  }
  return false;
}
