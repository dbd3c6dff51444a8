import { z } from "@hono/zod-openapi";
import type { FunctionSpec, Proposal } from "../../../domain/conversation/types.ts";
import { validationRefusal } from "../../../domain/shared/refusal.ts";
import { issuesOfZod } from "../../../domain/shared/schema.ts";
import type { Ms } from "../../../domain/shared/time.ts";
import type { InProcessCall } from "../../in_process_client.ts";

/** What a function stands on: the API, asked as the one who converses. */
export interface FunctionPort {
  api: InProcessCall;
  nowMs: Ms;
  /** Aborts when nobody waits for the result any more. */
  signal: AbortSignal;
  /** Stands before what costs much: it counts to the heavy limit of who asks, and throws beyond it. */
  spendHeavy(): Promise<void>;
}

/** What a function found. A list stands in `items`, so that it can be shortened. */
export interface Found {
  items?: unknown[];
  total?: number;
  [name: string]: unknown;
}

export interface FunctionResult {
  found: Found;
  proposal?: Proposal;
}

/** A function of models and of MCP clients: it reads, and changes nothing. */
export interface PlantFunction {
  spec: FunctionSpec;
  /** Throws VALIDATION_FAILED for wrong arguments, and what the API refuses. */
  call(given: unknown, port: FunctionPort): Promise<FunctionResult>;
}

/** Describes a function by the schema of its arguments and what it reads. */
export function defineFunction<S extends z.ZodObject>(
  { name, description, parameters, run }: {
    name: string;
    description: string;
    parameters: S;
    run(given: z.output<S>, port: FunctionPort): Promise<FunctionResult>;
  },
): PlantFunction {
  return {
    spec: { name, description, parameters: jsonSchema(parameters) },
    async call(given, port) {
      const parsed = parameters.safeParse(given ?? {});
      if (!parsed.success) throw validationRefusal(issuesOfZod(parsed.error));
      return await run(parsed.data, port);
    },
  };
}

/** As models are told of it: vendors differ in what they take, so it stays plain. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return plain;
}
