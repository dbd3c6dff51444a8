/** A validation issue, at the dotted path of its field. */
export interface Issue {
  path: string;
  message: string;
}

/** A failed call, ready to be displayed. `code` is the API's error code, or UNREACHABLE. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: { code: string; status?: number; details?: Record<string, unknown> },
  ) {
    super(message);
    this.code = options.code;
    this.status = options.status ?? 0;
    this.details = options.details ?? {};
    this.issues = issuesIn(this.details);
  }

  /** Whether the same call may succeed later: Andon was not reached, busy or in trouble. */
  get mayPass(): boolean {
    return this.code === "UNREACHABLE" || this.status === 429 || this.status >= 500;
  }
}

function issuesIn({ issues, problems }: Record<string, unknown>): Issue[] {
  const listed = issues ?? problems;
  return Array.isArray(listed) ? listed.filter(isIssue) : [];
}

function isIssue(value: unknown): value is Issue {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}

/** Any thrown value as an ApiProblem. A network failure throws a TypeError, a deadline a DOMException. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof TypeError || error instanceof DOMException) {
    return new ApiProblem("Andon cannot be reached", { code: "UNREACHABLE" });
  }
  return new ApiProblem(error instanceof Error ? error.message : String(error), { code: "INTERNAL_ERROR" });
}

/** What the server says to callers of the API, as people need it. */
const TEXTS: Readonly<Record<string, string>> = {
  API_CONFIG_MISSING: "No data source is configured. An administrator can do it under Settings",
};

/** The problem in the body of a failed response. */
export function problemIn(envelope: unknown, status: number): ApiProblem {
  const { error, details } = failure(envelope);
  const code = typeof details.error_code === "string" ? details.error_code : "INTERNAL_ERROR";
  const text = TEXTS[code] ?? error ?? `Andon answered with status ${status}`;
  return new ApiProblem(text, { code, status, details });
}

function failure(envelope: unknown): { error?: string; details: Record<string, unknown> } {
  if (typeof envelope !== "object" || envelope === null) return { details: {} };
  const { error, details } = envelope as { error?: unknown; details?: unknown };
  return {
    error: typeof error === "string" ? error : undefined,
    details: typeof details === "object" && details !== null ? details as Record<string, unknown> : {},
  };
}
