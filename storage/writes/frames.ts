import type { ResourceChanged, ResourceType } from "../../domain/push/types.ts";
import type { FrameDraft } from "../../domain/shared/commit.ts";

/** The push frame of a resource that was created, changed or removed. */
export function resourceChanged(type: ResourceType, id: number | string, at: string): FrameDraft {
  const data: ResourceChanged = { type, id };
  return { kind: "resource_changed", at, data };
}

/** The resource that a frame says has changed; undefined for other frames. */
export function changedResource({ kind, data }: FrameDraft): Partial<ResourceChanged> | undefined {
  return kind === "resource_changed" && typeof data === "object" && data !== null ? data : undefined;
}
