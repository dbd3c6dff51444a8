type Handler = Deno.ServeHandler<Deno.NetAddr>;

/** After this requests are handed on all the same: the app says then that Andon is starting. */
const LONGEST_HOLD_MS = 20_000;

export interface HeldRequests {
  handler: Handler;
  /** Hands on what was held back; from then on nothing is. */
  awake(): void;
}

/** Holds requests back until `awake` is called: where one of them is what the process is started for, it waits. */
export function holdRequests(handler: Handler, longestMs = LONGEST_HOLD_MS): HeldRequests {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(awake, longestMs);
  let isAwake = false;
  function awake(): void {
    isAwake = true;
    clearTimeout(timer);
    resolve();
  }
  return {
    handler: (request, info) => isAwake ? handler(request, info) : promise.then(() => handler(request, info)),
    awake,
  };
}
