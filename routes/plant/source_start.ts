import type { SourceStatus } from "../../actors/source/contract.ts";
import { errorSentence, Refusal } from "../../domain/shared/refusal.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import type { AppDeps } from "../pipeline/deps.ts";

const START_DEADLINE_MS = 5_000;
export const TEST_DEADLINE_MS = 30_000;

/** The settings stay saved even if the source fails with them. */
export async function startSource(deps: AppDeps, id: number): Promise<void> {
  try {
    await deps.source.ask({ type: "start", settings: await usableSettings(deps, id) }, {
      deadlineMs: START_DEADLINE_MS,
    });
  } catch (error) {
    const reason = errorSentence(error);
    deps.log("warn", "The source did not restart with the saved configuration", { reason });
  }
}

/** Null if a change of receiver cleared a secret. The source then pauses until there is a new one. */
async function usableSettings({ storage }: AppDeps, id: number): Promise<SourceSettings | null> {
  try {
    return await storage.sources.settings(id) ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.code === "VALIDATION_FAILED") return null;
    throw error;
  }
}

/** The actor of a source; tests of unsaved settings go to that of the default. */
export function sourceActor(deps: AppDeps, _id: number): AppDeps["source"] {
  return deps.source;
}

export function sourceStatusOf(deps: AppDeps, _id: number): SourceStatus {
  return deps.sourceStatus();
}
