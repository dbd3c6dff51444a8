/** One thing that is wrong with what was sent, by its dotted path. */
export interface Issue {
  path: string;
  message: string;
}

/** A call that did not work, as it can be shown. `code` is the interface's, or UNREACHABLE. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, given: { code: string; status?: number; details?: Record<string, unknown> }) {
    super(message);
    this.code = given.code;
    this.status = given.status ?? 0;
    this.details = given.details ?? {};
    this.issues = issuesIn(this.details);
  }
}

function issuesIn({ issues, problems }: Record<string, unknown>): Issue[] {
  const given = issues ?? problems;
  return Array.isArray(given) ? given.filter(isIssue) : [];
}

function isIssue(given: unknown): given is Issue {
  return typeof given === "object" && given !== null && "path" in given && "message" in given;
}

/** Whatever was thrown, as a problem. A network that fails throws a TypeError, a deadline a DOMException. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof TypeError || error instanceof DOMException) {
    return new ApiProblem("Andon cannot be reached", { code: "UNREACHABLE" });
  }
  return new ApiProblem(error instanceof Error ? error.message : String(error), { code: "INTERNAL_ERROR" });
}

/** The problem that a failed answer tells of. */
export function problemIn(envelope: unknown, status: number): ApiProblem {
  const { error, details } = failure(envelope);
  const code = typeof details.error_code === "string" ? details.error_code : "INTERNAL_ERROR";
  return new ApiProblem(error ?? `Andon answered with status ${status}`, { code, status, details });
}

function failure(envelope: unknown): { error?: string; details: Record<string, unknown> } {
  if (typeof envelope !== "object" || envelope === null) return { details: {} };
  const { error, details } = envelope as { error?: unknown; details?: unknown };
  return {
    error: typeof error === "string" ? error : undefined,
    details: typeof details === "object" && details !== null ? details as Record<string, unknown> : {},
  };
}
