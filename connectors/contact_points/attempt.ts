import type { SendResult } from "../../domain/notification/types.ts";
import { errorSentence, Refusal } from "../../domain/shared/refusal.ts";
import { networkReason } from "../network_reason.ts";
import { UnknownHost } from "../outbound.ts";
import { tlsProblem } from "../tls_problem.ts";

/** What became of an attempt, without its duration. */
export type Attempt = Omit<SendResult, "latency_ms">;

/** Ends an attempt with a known result. */
export class AttemptEnded extends Error {
  constructor(readonly attempt: Attempt) {
    super(attempt.words);
  }
}

/** A result without an answer of the receiver. */
export function unanswered(outcome: "retry" | "failed", words: string): Attempt {
  return { outcome, status: null, words, retry_after_ms: null };
}

/**
 * The result of an attempt that threw. For good are those which only a change of the settings mends: an address that is
 * not allowed, a certificate that does not fit.
 */
export function attemptOfError(error: unknown, host: string): Attempt {
  if (error instanceof AttemptEnded) return error.attempt;
  const reasons = chainOf(error);
  const refusal = reasons.find((reason) => reason instanceof Refusal);
  if (refusal !== undefined) {
    return unanswered(refusal instanceof UnknownHost ? "retry" : "failed", refusal.message);
  }
  const problem = reasons.map((reason) => tlsProblem(reason, host)).find((text) => text !== undefined);
  if (problem !== undefined) return unanswered("failed", problem);
  const innermost = reasons.at(-1);
  const text = networkReason(innermost) ??
    errorSentence(innermost);
  return unanswered("retry", `${host}: ${text === "" ? "the connection failed" : text}`);
}

const MOST_CAUSES = 10;

/** The error and its causes, the outermost first. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let next = error;
  while (next !== undefined && next !== null && chain.length < MOST_CAUSES) {
    chain.push(next);
    if (next instanceof AggregateError) next = next.errors.at(-1);
    else next = next instanceof Error ? next.cause : undefined;
  }
  return chain;
}
