import type { ConfirmDialogs } from "../confirm.ts";

/** A form or field that can hold unsaved changes. */
export interface UnsavedGuard {
  isDirty(): boolean;
  /** Whether the changes are kept at an address; by default only at its own. */
  keepsAt?(to: URL): boolean;
}

/** Asks before navigation that would discard unsaved changes. */
export interface NavigationGuard {
  /** The address that the router shows. */
  shown: string;
  guard(guard: UnsavedGuard): () => void;
  /** Whether unsaved changes would be lost at this address. */
  isBlocked(to: URL): boolean;
  /** Asks if changes would be lost; otherwise true. */
  mayLeave(to: URL): Promise<boolean>;
}

export function createNavigationGuard({ confirm }: Pick<ConfirmDialogs, "confirm">): NavigationGuard {
  const guards = new Set<UnsavedGuard>();
  const isBlocked = (to: URL) =>
    [...guards].some(({ isDirty, keepsAt }) => isDirty() && keepsAt?.(to) !== true);
  return {
    shown: "",
    guard(guard) {
      guards.add(guard);
      return () => guards.delete(guard);
    },
    isBlocked,
    async mayLeave(to) {
      if (!isBlocked(to)) return true;
      return await confirm({
        title: "Leave without saving?",
        text: "Your changes are not saved yet.",
        action: "Leave",
        danger: true,
      });
    },
  };
}
