import type { Ticks } from "../../domain/shared/time.ts";

/** A stream that a signup follows, and from where on: what came before it was added is not fed. */
export interface SignupResource {
  /** As the client spelled it. */
  id: string;
  since: Ticks;
  sinceSeq: number;
}
