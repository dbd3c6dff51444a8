import { eventually } from "../../tests/support/eventually.ts";

/** What a wait looks at: whether it is over, and the figures that say so. */
export interface WaitState {
  isOver: boolean;
  seen: unknown;
}

const DEADLINE_MS = 120_000;

/** Waits until a look says that it is over; fails at the deadline with what was seen last. */
export async function awaited(
  what: string,
  check: () => WaitState | Promise<WaitState>,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  let seen: unknown;
  const isOver = async () => {
    const now = await check();
    seen = now.seen;
    return now.isOver;
  };
  await eventually(what, isOver, deadlineMs).catch((error: unknown) => {
    throw new Error(`${what}, last seen: ${JSON.stringify(seen)}`, { cause: error });
  });
}
