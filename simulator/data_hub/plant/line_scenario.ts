import { mix, seedOf } from "../pseudo_random.ts";
import { chatter, episodes, moved, type Schedule } from "../schedule.ts";
import type { Machine } from "./machine.ts";
import { MINUTE, SECOND } from "./machine.ts";

/** The events of one line, shared by its units, so that their signals are consistent. */
export interface LineScenario {
  /** Sags of the steam pressure at the line's boiler. */
  steamSag: Schedule;
  /** The pasteuriser sends under-heated product back. */
  divert: Schedule;
  /** The filler is blocked from 5 s after a stop of the packer. */
  fillerBlocked: Schedule;
  /** Chattering of the level switch of the mixing tank. */
  levelChatter: Schedule;
  recipe: (ms: number) => string;
  batch: (ms: number) => string;
  campaigns: Schedule;
}

export interface LinePlan {
  seed: number;
  /** Short name for batch numbers. */
  code: string;
  recipes: readonly string[];
  packer: Machine;
  phase: number;
}

/** Delay between the steam pressure and the product temperature. */
export const STEAM_LAG_MS = 20 * SECOND;

export function lineScenario(plan: LinePlan): LineScenario {
  const steamSag = episodes({
    seed: seedOf(plan.seed, "steam sag"),
    periodMs: 8 * MINUTE,
    durationMs: [70 * SECOND, 110 * SECOND],
    phase: plan.phase,
  });
  const wave = episodes({
    seed: seedOf(plan.seed, "level"),
    periodMs: 5 * MINUTE,
    durationMs: [30 * SECOND, 50 * SECOND],
    phase: plan.phase + 0.4,
  });
  const campaigns = episodes({
    seed: seedOf(plan.seed, "campaign"),
    periodMs: 18 * MINUTE,
    durationMs: [18 * MINUTE, 18 * MINUTE],
    phase: plan.phase,
  });
  const recipeOf = (campaign: number) => plan.recipes[mix(plan.seed, campaign) % plan.recipes.length]!;
  return {
    steamSag,
    divert: moved(steamSag, { startMs: STEAM_LAG_MS + 38 * SECOND, endMs: STEAM_LAG_MS + 22 * SECOND }),
    fillerBlocked: moved(plan.packer.fault, { startMs: 5 * SECOND, endMs: 3 * SECOND }),
    levelChatter: chatter(wave, 3_500),
    campaigns,
    recipe: (ms) => recipeOf(campaigns.cycleAt(ms)),
    batch: (ms) => `${plan.code}-${campaigns.cycleAt(ms)}`,
  };
}
