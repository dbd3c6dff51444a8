import type { Ticks } from "../../domain/shared/time.ts";

/** A stream of a signup. The feed contains only changes made after it was added. */
export interface SignupResource {
  /** In the client's spelling. */
  id: string;
  since: Ticks;
  sinceSeq: number;
}
