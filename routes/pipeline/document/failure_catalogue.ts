import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ErrorCode } from "../../../domain/shared/refusal.ts";
import { failureExample, failureSchema } from "./failures.ts";
import { type HeaderName, headersOf } from "./headers.ts";

export interface Reference {
  $ref: string;
}

type Registry = OpenAPIHono["openAPIRegistry"];

/** The failures that routes share, each one component of the document. */
export class FailureCatalogue {
  readonly #made = new Set<string>();

  constructor(private readonly registry: Registry) {}

  /** The answer with one of these codes, which share a status. */
  answer(codes: readonly ErrorCode[], { isLimited }: { isLimited: boolean }): Reference {
    const sorted = [...codes].sort();
    const schema = sorted.map(pascal).join("Or");
    const name = isLimited ? schema : `${schema}Unlimited`;
    this.#once(`schemas/${schema}`, () => this.registry.register(schema, failureSchema(sorted)));
    this.#once(`responses/${name}`, () =>
      this.registry.registerComponent("responses", name, {
        description: sorted.join(", "),
        headers: headersOf({ isLimited, own: sorted.includes("RATE_LIMITED") ? ["RetryAfter"] : [] }),
        content: {
          "application/json": {
            schema: { $ref: `#/components/schemas/${schema}` },
            examples: Object.fromEntries(sorted.map((code) => [code, { value: failureExample(code) }])),
          },
        },
      }));
    return { $ref: `#/components/responses/${name}` };
  }

  /** The same as one line of text. */
  plain(codes: readonly ErrorCode[]): Reference {
    const sorted = [...codes].sort();
    const name = `${sorted.map(pascal).join("Or")}Text`;
    const own: HeaderName[] = sorted.includes("AUTHENTICATION_REQUIRED") ? ["Authenticate"] : [];
    const example = `${failureExample(sorted[0]!).error}\n`;
    this.#once(`responses/${name}`, () =>
      this.registry.registerComponent("responses", name, {
        description: sorted.join(", "),
        headers: headersOf({ isLimited: false, own }),
        content: { "text/plain": { schema: { type: "string" }, example } },
      }));
    return { $ref: `#/components/responses/${name}` };
  }

  #once(name: string, make: () => unknown): void {
    if (this.#made.has(name)) return;
    this.#made.add(name);
    make();
  }
}

/** `TEMPLATE_IN_USE` as `TemplateInUse`. */
function pascal(code: ErrorCode): string {
  return code.toLowerCase().split("_").map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}
