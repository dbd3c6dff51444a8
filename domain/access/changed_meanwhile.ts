import { Refusal } from "../shared/refusal.ts";

/** The refusal for a user who was verified and has another password since, or none of the rights any more. */
export function changedMeanwhile(code: "AUTHENTICATION_REQUIRED" | "FORBIDDEN"): Refusal {
  return new Refusal(code, "Your password was changed, or you were disabled, meanwhile; sign in again");
}
