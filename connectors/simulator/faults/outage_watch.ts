import type { Ms } from "../../../domain/shared/time.ts";
import type { Listener, ListenMode } from "../listener.ts";
import type { FaultBoard } from "./board.ts";

/** Opens and closes the door as outages begin and end. */
export interface OutageWatch {
  /** Looks now, and again and again while an outage is on or to come. */
  look(): void;
  stop(): void;
}

const LOOK_MS = 50;

export function watchOutages(parts: { board: FaultBoard; door: Listener; now: () => Ms }): OutageWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const nowMs = parts.now();
    parts.door.setMode(modeAt(parts.board, nowMs));
    const isPending = parts.board.ofKind("outage").some((fault) => fault.endMs > nowMs);
    timer = isPending ? setTimeout(look, LOOK_MS) : undefined;
  };
  return { look, stop: () => clearTimeout(timer) };
}

function modeAt(board: FaultBoard, nowMs: Ms): ListenMode {
  const [outage] = board.inForce("outage", nowMs);
  if (outage === undefined || outage.spec.form === "unavailable") return "open";
  return outage.spec.form === "refused" ? "refusing" : "dropping";
}
