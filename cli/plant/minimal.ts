import { z } from "zod";
import { isEqual } from "./equal.ts";
import { isItem } from "./references.ts";

/** The value without the fields that its schema fills in with the same. */
export function minimal(schema: z.core.$ZodType, value: unknown): unknown {
  const plain = unwrapped(schema, value);
  if (plain instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((each) => minimal(plain.element, each));
  }
  if (!(plain instanceof z.ZodObject) || !isItem(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const own = plain.shape[name];
    if (own === undefined) return [[name, field]];
    return isDefault(own, field) ? [] : [[name, minimal(own, field)]];
  });
  return Object.fromEntries(fields);
}

function isDefault(schema: z.core.$ZodType, value: unknown): boolean {
  if (value === undefined) return true;
  const filled = z.safeParse(schema, undefined);
  return filled.success && filled.data !== undefined && isEqual(filled.data, value);
}

/** The schema behind defaults and transformations; of a union, the branch that takes the value. */
function unwrapped(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return unwrapped(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodNullable) return value === null ? schema : unwrapped(schema.unwrap(), value);
  if (schema instanceof z.ZodPipe) return unwrapped(schema.out, value);
  if (schema instanceof z.ZodUnion) {
    const branch = schema.options.find((option) => z.safeParse(option, value).success);
    return branch === undefined ? schema : unwrapped(branch, value);
  }
  return schema;
}
