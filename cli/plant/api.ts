import type { Issue } from "../../domain/shared/refusal.ts";
import { isItem } from "./references.ts";
import type { Item } from "./noun.ts";

const PAGE_ROWS = 1_000;
const DEADLINE_MS = 120_000;
/** How often a request is sent again that Andon asks to repeat later. */
const MOST_REPEATS = 30;
const LONGEST_WAIT_S = 120;

interface FailedAnswer {
  status?: number;
  code?: unknown;
  issues?: Issue[];
}

/** An answer of Andon that says no, or that there is none. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  /** Without a status, nothing answered; without a code, it was not Andon. */
  constructor(message: string, readonly answer: FailedAnswer = {}) {
    super(message);
  }

  /** What of the body is wrong, with its paths. */
  get issues(): readonly Issue[] {
    return this.answer.issues ?? [];
  }

  /** Whether the next request will fail too: nobody answers, or the key is not accepted. */
  get isFinal(): boolean {
    const { status, code } = this.answer;
    // Andon answers 500 too when a source does not answer.
    return status === undefined || status === 401 || status >= 500 && code !== "CONNECTION_FAILED";
  }
}

export interface ApiOptions {
  url: string;
  key: string;
  /** Told before a wait that Andon asks for. */
  waiting?: (seconds: number) => void;
}

/** The HTTP API, with a key. Each call throws ApiFailure for any answer but a success. */
export class Api {
  constructor(private readonly options: ApiOptions) {}

  async send(method: string, path: string, body?: unknown): Promise<Item> {
    for (let repeats = 0;; repeats++) {
      const answer = await this.#fetched(method, path, body);
      const wait = Number(answer.headers.get("Retry-After") ?? NaN);
      const isLater = (answer.status === 429 || answer.status === 503) && Number.isFinite(wait);
      if (!isLater || repeats === MOST_REPEATS) return await read(answer, `${method} ${path}`);
      await answer.body?.cancel();
      const seconds = Math.min(Math.max(wait, 1), LONGEST_WAIT_S);
      this.options.waiting?.(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  /** All rows of a list, page by page. */
  async list(path: string): Promise<Item[]> {
    const rows: Item[] = [];
    for (;;) {
      const mark = path.includes("?") ? "&" : "?";
      const answer = await this.send("GET", `${path}${mark}limit=${PAGE_ROWS}&offset=${rows.length}`);
      const page = Array.isArray(answer.data) ? answer.data.filter(isItem) : [];
      rows.push(...page);
      const more = isItem(answer.pagination) && answer.pagination.has_next === true;
      if (!more || page.length === 0) return rows;
    }
  }

  async #fetched(method: string, path: string, body: unknown): Promise<Response> {
    const { url, key } = this.options;
    try {
      return await fetch(`${url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ApiFailure(`${method} ${path}: no answer from ${url} (${reason})`);
    }
  }
}

async function read(answer: Response, line: string): Promise<Item> {
  const text = await answer.text();
  const body = parsed(text);
  if (answer.ok && isItem(body)) return body;
  const { status } = answer;
  if (!isItem(body) || typeof body.error !== "string") {
    const hint = status >= 300 && status < 400
      ? `, which leads to ${answer.headers.get("Location")}; set ANDON_URL to that address`
      : "; is ANDON_URL the address of Andon?";
    throw new ApiFailure(`${line}: status ${status}${hint}`, { status });
  }
  const details = isItem(body.details) ? body.details : {};
  const listed = Array.isArray(details.issues) ? details.issues.filter(isItem) : [];
  const issues = listed.map(({ path, message }) => ({ path: String(path), message: String(message) }));
  const told = issues.map(({ path, message }) => `${path}: ${message}`);
  const more = told.length > 1 ? `: ${told.join("; ")}` : "";
  throw new ApiFailure(`${body.error}${more}`, { status, code: details.error_code, issues });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
