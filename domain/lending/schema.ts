import { z } from "zod";
import type { Borrowing, Lending } from "./types.ts";

const nonce = z.string().regex(/^[0-9a-f]{32}$/);

const borrowing: z.ZodType<Borrowing> = z.object({
  v: z.literal(1),
  program: z.string().min(1).max(64),
  from: z.string().min(1).max(64),
  to: z.string().min(1).max(64),
  shard: z.int().min(0).max(1_000),
  nowMs: z.number(),
  nonce,
});

const lending: z.ZodType<Lending> = z.object({ v: z.literal(1), nonce });

/** Undefined for what is none, of this version. */
export function parseBorrowing(text: string): Borrowing | undefined {
  return parsed(borrowing, text);
}

export function parseLending(text: string): Lending | undefined {
  return parsed(lending, text);
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
