import { Refusal } from "../../../domain/shared/refusal.ts";
import type { InProcessCall } from "../../pipeline/in_process_client.ts";

/** A resource as the API returns it. */
export type Row = Record<string, unknown>;

/** The rows of a list of the API. */
export function rowsOf(data: unknown): Row[] {
  return Array.isArray(data) ? data : [];
}

export function rowOf(data: unknown): Row {
  return data as Row;
}

/** Some fields of a row without those that are null or empty, because each token costs money. */
export function pick(row: Row, names: readonly string[]): Row {
  const filled = names.map((name) => [name, row[name]] as const).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(filled);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** A path with a query. Undefined fields are left out. */
export function query(line: string, fields: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]]
  );
  const text = new URLSearchParams(given).toString();
  return text === "" ? line : `${line}?${text}`;
}

/** Whether one of the fields contains a text, ignoring case. */
export function mentions(row: Row, names: readonly string[], text: string | undefined): boolean {
  if (text === undefined) return true;
  const searched = text.toLowerCase();
  return names.some((name) => String(row[name] ?? "").toLowerCase().includes(searched));
}

/** Every discovered stream with its newest value. */
export async function allStreams(api: InProcessCall): Promise<Row[]> {
  const assets = rowsOf((await api("GET /api/monitored-assets")).data);
  return assets.flatMap((asset) => rowsOf(asset.streams));
}

/** Finds a stream by its name or its id. */
export async function findStream(api: InProcessCall, named: string | number): Promise<Row> {
  const found = (await allStreams(api)).find(({ id, stream_name }) => stream_name === named || id === named);
  if (found !== undefined) return found;
  throw new Refusal("NOT_FOUND", `Stream "${named}" does not exist; search with find_streams`);
}
