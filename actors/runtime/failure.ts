import {
  Refusal,
  type RefusalData,
  type RefusalDetails,
  refusalToData,
} from "../../domain/shared/refusal.ts";
import type { Outcome } from "./protocol.ts";

const BLANK = "An internal error occurred; it was logged";

/** UNAVAILABLE: try again later. */
export function unavailable(message: string, details?: RefusalDetails): Refusal {
  return new Refusal("UNAVAILABLE", message, details);
}

/** What the asker gets of an error: a Refusal in full, any other error without details. */
export function refusalDataOf(error: unknown): RefusalData {
  if (error instanceof Refusal) return refusalToData(error);
  return { code: "INTERNAL_ERROR", message: BLANK, details: {} };
}

export function failed(error: unknown): Outcome {
  return { ok: false, refusal: refusalDataOf(error) };
}

/** The full text of an error, for the log. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
