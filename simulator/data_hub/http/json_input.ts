import type { Json, JsonObject } from "../sds_types.ts";
import { badRequest } from "./answers.ts";

/** A parsed body as an object; else throws 400. */
export function asObject(value: unknown): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRequest("The body must be a JSON object.");
  }
  return value as JsonObject;
}

/** A parsed body as an array of objects; a single object counts as an array of one. */
export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [asObject(value)];
}

export function asTexts(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw badRequest("The body must be an array of texts.");
  }
  return value;
}

/** A member by name, ignoring case. */
export function member(object: JsonObject, name: string): Json | undefined {
  if (name in object) return object[name];
  const key = Object.keys(object).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

export function textMember(object: JsonObject, name: string): string | undefined {
  const value = member(object, name);
  return typeof value === "string" ? value : undefined;
}

/** An array of texts by name; empty when absent. */
export function textsMember(object: JsonObject, name: string): string[] {
  const value = member(object, name);
  return value === undefined || value === null ? [] : asTexts(value);
}
