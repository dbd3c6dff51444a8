import { eventually } from "../../tests/support/eventually.ts";

/** The state of a wait: whether it is over, and the figures that show it. */
export interface WaitState {
  isOver: boolean;
  seen: unknown;
}

const DEADLINE_MS = 120_000;

/** Waits until a check says that it is over; fails at the deadline with the last figures. */
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
