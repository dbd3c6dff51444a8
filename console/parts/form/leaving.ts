import type { Asking } from "../asking.ts";

/** Somebody typed something that is not saved. */
export interface UnsavedGuard {
  isDirty(): boolean;
  /** Addresses at which it stays as it is; absent: there are none but its own. */
  keepsAt?(to: URL): boolean;
}

/** What must be asked before a page is left, by whatever way. */
export interface Leaving {
  /** The address that is shown, as the router has it. */
  shown: string;
  guard(guard: UnsavedGuard): () => void;
  /** Whether something would be lost at this address. */
  isHeld(to: URL): boolean;
  /** Asks when something would be lost; else yes. */
  mayLeave(to: URL): Promise<boolean>;
}

export function createLeaving({ confirm }: Pick<Asking, "confirm">): Leaving {
  const guards = new Set<UnsavedGuard>();
  const isHeld = (to: URL) => [...guards].some(({ isDirty, keepsAt }) => isDirty() && keepsAt?.(to) !== true);
  return {
    shown: "",
    guard(guard) {
      guards.add(guard);
      return () => guards.delete(guard);
    },
    isHeld,
    async mayLeave(to) {
      if (!isHeld(to)) return true;
      return await confirm({
        title: "Leave without saving?",
        text: "What you changed here is not saved yet.",
        action: "Leave",
        danger: true,
      });
    },
  };
}
