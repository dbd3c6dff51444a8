import type { Leaving } from "../parts/form/leaving.ts";
import { historySteps } from "./history_steps.ts";

/**
 * Steps through the browser's history wait for what is not saved. To be called before the router hears of them: at the
 * window, listeners are called in the order in which they came.
 */
export function guardHistory(leaving: Leaving): void {
  const steps = historySteps();
  let isReturning = false;
  let isFree = false;

  async function onPop(event: PopStateEvent): Promise<void> {
    if (isFree) return void (isFree = false);
    if (isReturning) {
      isReturning = false;
      return event.stopImmediatePropagation();
    }
    const to = new URL(location.href);
    if (to.pathname + to.search === leaving.shown || !leaving.isHeld(to)) return;
    // The browser has gone already: back to where it was, until the person says so.
    event.stopImmediatePropagation();
    const back = steps.back();
    isReturning = back !== undefined;
    if (back === undefined) history.pushState(null, "", leaving.shown);
    else history.go(back);
    if (!await leaving.mayLeave(to)) return;
    isFree = true;
    history.go(back === undefined ? -1 : -back);
  }

  addEventListener("popstate", onPop);
}
