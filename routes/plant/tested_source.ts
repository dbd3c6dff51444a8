import { type ConnectionTest, DEFAULT_SOURCE, type SourceSettings } from "../../domain/source/types.ts";
import type { AppDeps } from "../pipeline/deps.ts";

export const TEST_DEADLINE_MS = 30_000;

/** Tests settings at the actor of their source; those of none at that of `default`. */
export async function testedSource(deps: AppDeps, settings: SourceSettings) {
  const actor = deps.source(settings.id === 0 ? DEFAULT_SOURCE : settings.id);
  const { info: _, ...test } = await actor.ask<ConnectionTest>({ type: "test", settings }, {
    deadlineMs: TEST_DEADLINE_MS,
  });
  return { ...test, facts: { ...test.facts } };
}
