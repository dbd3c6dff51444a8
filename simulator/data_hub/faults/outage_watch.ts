import type { Ms } from "../../../domain/shared/time.ts";
import type { Listener, ListenMode } from "../listener.ts";
import type { FaultRegistry } from "./fault_registry.ts";

/** Sets the mode of the listener as outages begin and end. */
export interface OutageWatch {
  /** Updates the mode now, and repeatedly while an outage is in force or pending. */
  update(): void;
  stop(): void;
}

const UPDATE_MS = 50;

export function watchOutages(
  parts: { registry: FaultRegistry; listener: Listener; now: () => Ms },
): OutageWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    const nowMs = parts.now();
    parts.listener.setMode(modeAt(parts.registry, nowMs));
    const isPending = parts.registry.ofKind("outage").some((fault) => fault.endMs > nowMs);
    timer = isPending ? setTimeout(update, UPDATE_MS) : undefined;
  };
  return { update, stop: () => clearTimeout(timer) };
}

function modeAt(registry: FaultRegistry, nowMs: Ms): ListenMode {
  const [outage] = registry.inForce("outage", nowMs);
  if (outage === undefined || outage.spec.form === "unavailable") return "open";
  return outage.spec.form === "refused" ? "refusing" : "dropping";
}
