import type { UpgradedSocket } from "../routes/deps.ts";

/** A client that answers no ping is let go after this; the ping goes after half of it without a word from there. */
const IDLE_TIMEOUT_SECONDS = 40;

/** How requests that another process hands on become WebSockets; all others do so by themselves. */
const handedOn = new WeakMap<Request, () => UpgradedSocket>();

/** The request that came over the line stands for the client's one. */
export function upgradeBy(request: Request, came: Request): void {
  handedOn.set(request, () => upgraded(came));
}

/** The request only asks; it is told when nothing but the upgrade is missing. */
export function refuseUpgrade(request: Request, asked: () => void): void {
  handedOn.set(request, () => {
    asked();
    throw new TypeError("It only asks whether it may be opened");
  });
}

export function pingedSocket(request: Request): UpgradedSocket {
  return handedOn.get(request)?.() ?? upgraded(request);
}

function upgraded(request: Request): UpgradedSocket {
  return Deno.upgradeWebSocket(request, { idleTimeout: IDLE_TIMEOUT_SECONDS });
}
