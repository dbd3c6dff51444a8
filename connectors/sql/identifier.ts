/** A name as SQL takes it literally, whatever is in it. Only names of the settings and of the catalog come here. */
export function quoted(name: string): string {
  return `"${name.replaceAll("\0", "").replaceAll('"', '""')}"`;
}

export function quotedTable(schema: string, table: string): string {
  return `${quoted(schema)}.${quoted(table)}`;
}
