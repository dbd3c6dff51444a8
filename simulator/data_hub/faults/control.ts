import type { Ms } from "../../../domain/shared/time.ts";
import { notFound } from "../http/answers.ts";
import { refreshWorld, type World } from "../world.ts";
import { type FaultState, faultState, type SetFault } from "./fault_registry.ts";
import { applyImmediateFault } from "./immediate_faults.ts";
import { type FaultInput, type ImmediateSpec, isImmediate, parseFault } from "./schema.ts";

/** Sets, lists and ends faults, on the simulator's clock. */
export interface FaultControl {
  /** Throws 400 with the reason for an invalid fault. */
  set(fault: FaultInput): FaultState;
  list(): FaultState[];
  /** Ends a fault; throws 404 for an unknown id. Effects of a data fault on past samples stay. */
  end(id: string): FaultState;
  endAll(): FaultState[];
}

export function createFaultControl(
  world: World,
  parts: { now: () => Ms; changed: () => void },
): FaultControl {
  const { faults } = world;
  const stateOf = (fault: SetFault) => faultState(fault, parts.now());
  const applyChange = () => {
    refreshWorld(world, parts.now());
    parts.changed();
  };
  return {
    set(input) {
      const nowMs = parts.now();
      const fault = faults.set(parseFault(input), nowMs);
      applyChange();
      if (hasImmediateSpec(fault)) applyImmediateFault(world, fault, nowMs);
      return stateOf(fault);
    },
    list: () => faults.list().map(stateOf),
    end(id) {
      const fault = faults.find(id);
      if (fault === undefined) throw notFound("Fault", id);
      faults.end(fault, parts.now());
      applyChange();
      return stateOf(fault);
    },
    endAll() {
      for (const fault of faults.list()) faults.end(fault, parts.now());
      applyChange();
      return faults.list().map(stateOf);
    },
  };
}

function hasImmediateSpec(fault: SetFault): fault is SetFault<ImmediateSpec> {
  return isImmediate(fault.spec);
}
