import type { FormField } from "../../../domain/shared/form_field.ts";
import type { Issue } from "../../api/problem.ts";

/** The fields of a kind's settings, by the names of the settings. */
export type KindFields = Readonly<Record<string, FormField>>;
/** The settings as a form holds them: lists as lines, optional texts empty. */
export type KindValues = Record<string, unknown>;

type RowFields = (FormField & { input: "rows" })["fields"];

/** What the form of something new begins with. */
export function newValues(fields: KindFields): KindValues {
  return each(fields, (field) => field.initial ?? emptyOf(field));
}

/** What the form of stored settings begins with. */
export function valuesOf(fields: KindFields, config: Readonly<Record<string, unknown>>): KindValues {
  return each(fields, (field, name) => {
    const value = config[name] ?? emptyOf(field);
    if (!isLines(field) || !Array.isArray(value)) return value;
    return value.map((item) => field.input === "lines" ? field.textOf?.(item) ?? item : item).join("\n");
  });
}

/** The settings that the server is sent, which checks them: the form's values only take their shape. */
export function configOf(fields: KindFields, values: Readonly<Record<string, unknown>>): KindValues {
  return each(fields, (field, name) => {
    const value = values[name];
    if (field.input === "rows") return rowsOf(value).map((row) => rowConfig(field.fields, row));
    if (isLines(field)) {
      return linesOf(value).map((line) => field.input === "lines" ? field.itemOf?.(line) ?? line : line);
    }
    return field.isOptional && String(value ?? "").trim() === "" ? null : value;
  });
}

/** What can be seen without the server in fields that hold lists as lines. */
export function lineIssues(fields: KindFields, values: Readonly<Record<string, unknown>>): Issue[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.input !== "lines") return [];
    const problem = linesOf(values[name]).map((line) => field.problemOf?.(line))
      .find((text) => text !== undefined);
    return problem === undefined ? [] : [{ path: `config.${name}`, message: problem }];
  });
}

/** A new item of a list whose items have fields. */
export function newRow(fields: RowFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { input, options }]) => [
      name,
      input === "check" ? false : input === "select" ? options?.[0]?.value ?? "" : "",
    ]),
  );
}

export function linesOf(text: unknown): string[] {
  return String(text ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

export function rowsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

/** What is empty and optional is omitted: it has the default of its kind. */
function rowConfig(fields: RowFields, row: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(fields).filter(([name, { isOptional }]) =>
    !isOptional || (row[name] ?? "") !== ""
  );
  return Object.fromEntries(given.map(([name]) => [name, row[name]]));
}

function isLines(field: FormField): field is FormField & { input: "lines" | "picks" } {
  return field.input === "lines" || field.input === "picks";
}

function emptyOf(field: FormField): unknown {
  if (field.input === "check") return false;
  if (field.input === "select") return field.options[0]?.value ?? "";
  return field.input === "rows" ? [] : "";
}

function each(fields: KindFields, valueOf: (field: FormField, name: string) => unknown): KindValues {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field, name)]));
}
