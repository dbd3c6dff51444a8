import { Refusal } from "../../domain/shared/refusal.ts";
import { StreamUnavailable } from "../source.ts";

export function connectionFailed(reason: string): Refusal {
  return new Refusal("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason });
}

export function streamUnavailable(reason: string): StreamUnavailable {
  return new StreamUnavailable(connectionFailed(reason));
}
