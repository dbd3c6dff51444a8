import { mix, seedOf } from "../chance.ts";
import { chatter, episodes, moved, type Schedule } from "../schedule.ts";
import type { Machine } from "./machine.ts";
import { MINUTE, SECOND } from "./machine.ts";

/** What happens on one line, shared by its units: this is what makes their signals agree with each other. */
export interface LineStory {
  /** Steam pressure sags at the line's boiler. */
  steamSag: Schedule;
  /** The pasteuriser sends under-heated product back. */
  divert: Schedule;
  /** The filler stands because the packer does: it follows 5 s later. */
  fillerBlocked: Schedule;
  /** The level switch of the mixing tank cannot make up its mind. */
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

/** How long after the boiler the product feels the steam. */
export const STEAM_LAG_MS = 20 * SECOND;

export function lineStory(plan: LinePlan): LineStory {
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
  const recipeOf = (campaign: number) => plan.recipes[mix(plan.seed, campaign) % plan.recipes.length];
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
