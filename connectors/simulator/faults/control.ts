import type { Ms } from "../../../domain/shared/time.ts";
import { notFound } from "../http/answers.ts";
import { refreshWorld, type World } from "../world.ts";
import { type FaultState, faultState, type SetFault } from "./board.ts";
import { happen } from "./happenings.ts";
import { type FaultInput, type HappeningSpec, isHappening, parseFault } from "./schema.ts";

/** Sets, lists and ends faults. Every call is of the simulator's clock. */
export interface FaultControl {
  /** Throws a Fault (400) that names what is wrong with it. */
  set(fault: FaultInput): FaultState;
  list(): FaultState[];
  /** Ends one; throws a Fault (404) for one that was never set. What a data fault did stays done. */
  end(id: string): FaultState;
  endAll(): FaultState[];
}

export function createFaultControl(
  world: World,
  parts: { now: () => Ms; changed: () => void },
): FaultControl {
  const { faults } = world;
  const told = (fault: SetFault) => faultState(fault, parts.now());
  const settle = () => {
    refreshWorld(world, parts.now());
    parts.changed();
  };
  return {
    set(given) {
      const nowMs = parts.now();
      const fault = faults.set(parseFault(given), nowMs);
      settle();
      if (isOfHappening(fault)) happen(world, fault, nowMs);
      return told(fault);
    },
    list: () => faults.list().map(told),
    end(id) {
      const fault = faults.find(id);
      if (fault === undefined) throw notFound("Fault", id);
      faults.end(fault, parts.now());
      settle();
      return told(fault);
    },
    endAll() {
      for (const fault of faults.list()) faults.end(fault, parts.now());
      settle();
      return faults.list().map(told);
    },
  };
}

function isOfHappening(fault: SetFault): fault is SetFault<HappeningSpec> {
  return isHappening(fault.spec);
}
