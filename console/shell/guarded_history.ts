import type { NavigationGuard } from "../parts/form/navigation_guard.ts";
import { historySteps } from "./history_steps.ts";

/**
 * Asks before Back and Forward discard unsaved changes. Must be called before the router starts, because popstate
 * listeners run in the order of registration.
 */
export function guardHistory(navigationGuard: NavigationGuard): void {
  const steps = historySteps();
  let isReturning = false;
  let isConfirmed = false;

  async function onPop(event: PopStateEvent): Promise<void> {
    if (isConfirmed) return void (isConfirmed = false);
    if (isReturning) {
      isReturning = false;
      return event.stopImmediatePropagation();
    }
    const to = new URL(location.href);
    if (to.pathname + to.search === navigationGuard.shown || !navigationGuard.isBlocked(to)) return;
    // The browser has already navigated: go back until the user confirms.
    event.stopImmediatePropagation();
    const back = steps.back();
    isReturning = back !== undefined;
    if (back === undefined) history.pushState(null, "", navigationGuard.shown);
    else history.go(back);
    if (!await navigationGuard.mayLeave(to)) return;
    isConfirmed = true;
    history.go(back === undefined ? -1 : -back);
  }

  addEventListener("popstate", onPop);
}
