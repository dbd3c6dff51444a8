import type { Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { turnTo } from "../../support/turned_clock.ts";

/** A page whose clock the test advances; given as `prepare`. */
export async function ownClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript({
    content: `window.sockets = [];
      window.asked = 0;
      const send = window.fetch;
      window.fetch = async (...given) => {
        asked++;
        try {
          return await send(...given);
        } finally {
          asked--;
        }
      };
      window.WebSocket = class extends WebSocket {
        constructor(...given) {
          super(...given);
          sockets.push(this);
        }
      };`,
  });
}

/**
 * Advances the clocks of Andon and of a page with a clock of its own, once nothing is under way that the page would give
 * up as late: no request, and no push channel that is being opened, of which the browser would tell an error.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  const isIdle = "asked === 0 && sockets.every(({ readyState }) => readyState !== WebSocket.CONNECTING)";
  await eventually("nothing is under way", () => page.evaluate<boolean>(isIdle));
  turnTo(Date.now() + ms);
  await page.clock.fastForward(ms);
}

/** Begins a minute, so that what a limit refuses from now on is not let through soon by the next one. */
export async function beginMinute(page: Page): Promise<void> {
  await passTime(page, 60_000 - Date.now() % 60_000);
}
