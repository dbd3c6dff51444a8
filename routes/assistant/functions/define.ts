import { z } from "@hono/zod-openapi";
import type { FunctionSpec, Proposal } from "../../../domain/conversation/types.ts";
import { validationRefusal } from "../../../domain/shared/refusal.ts";
import { issuesOfZod, lengthIssues } from "../../../domain/shared/schema.ts";
import type { Ms } from "../../../domain/shared/time.ts";
import type { InProcessCall } from "../../pipeline/in_process_client.ts";

/** What a function needs: the API, called with the permissions of its user. */
export interface FunctionPort {
  api: InProcessCall;
  nowMs: Ms;
  /** Aborts when the result is no longer needed. */
  signal: AbortSignal;
  /** Called before costly work: counts against the user's heavy limit and throws beyond it. */
  spendHeavy(): Promise<void>;
}

/** The result of a function. A list is in `items`, so that it can be shortened. */
export interface Found {
  items?: unknown[];
  total?: number;
  [name: string]: unknown;
}

export interface FunctionResult {
  found: Found;
  proposal?: Proposal;
}

/** A function for models and MCP clients. It only reads. */
export interface PlantFunction {
  spec: FunctionSpec;
  /** The arguments with their defaults. Throws VALIDATION_FAILED for wrong ones, naming each. */
  argumentsOf(given: unknown): Record<string, unknown>;
  /** Throws VALIDATION_FAILED for wrong arguments, and the refusals of the API. */
  call(given: unknown, port: FunctionPort): Promise<FunctionResult>;
}

/** Defines a function by the schema of its arguments and the code that reads. */
export function defineFunction<S extends z.ZodObject>(
  { name, description, parameters, run }: {
    name: string;
    description: string;
    parameters: S;
    run(given: z.output<S>, port: FunctionPort): Promise<FunctionResult>;
  },
): PlantFunction {
  const argumentsOf = (given: unknown) => {
    const tooLong = lengthIssues(parameters, given);
    if (tooLong.length > 0) throw validationRefusal(tooLong);
    const parsed = parameters.safeParse(given ?? {});
    if (!parsed.success) throw validationRefusal(issuesOfZod(parsed.error));
    return parsed.data;
  };
  return {
    spec: { name, description, parameters: jsonSchema(parameters) },
    argumentsOf,
    call: async (given, port) => await run(argumentsOf(given), port),
  };
}

/** The JSON schema that models get, without the keywords that some vendors do not accept. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return plain;
}
