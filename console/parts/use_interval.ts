import { useEffect, useRef } from "preact/hooks";

/** Calls the newest `call` at intervals; `everyMs` null: not now. */
export function useInterval(call: () => void, everyMs: number | null): void {
  const newest = useRef(call);
  newest.current = call;
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => newest.current(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
