/** Several processes on one machine need more time than one; see `deno task proof:cluster`. */
const DEADLINE_MS = Deno.env.get("ANDON_BY") === "cluster" ? 60_000 : 15_000;

/** Waits until a condition holds, looking again and again; fails with `what` at the deadline. */
export async function eventually<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<NonNullable<T>> {
  const until = Date.now() + deadlineMs;
  for (;;) {
    const answer = await condition();
    if (answer !== undefined && answer !== null && answer !== false) return answer as NonNullable<T>;
    if (Date.now() > until) throw new Error(`Not in ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
