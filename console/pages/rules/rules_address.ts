/** The filter of the rules page, kept in the address. */
export interface RulesFilter {
  /** Null shows the templates of all packages. */
  packageId: number | null;
  find: string;
}

export function rulesFilter(query: Readonly<Record<string, string | undefined>>): RulesFilter {
  const id = query.package ?? "";
  return { packageId: /^\d{1,15}$/.test(id) ? Number(id) : null, find: query.find ?? "" };
}

export function rulesAddress({ packageId, find }: RulesFilter): string {
  const query = new URLSearchParams();
  if (packageId !== null) query.set("package", String(packageId));
  if (find !== "") query.set("find", find);
  return query.size === 0 ? "/rules" : `/rules?${query}`;
}

/** The address of a template's versions; `version` is shown, compared with `against`. */
export function versionsAddress(
  templateId: number,
  { version, against }: { version?: number; against?: number } = {},
): string {
  const query = new URLSearchParams();
  if (version !== undefined) query.set("version", String(version));
  if (against !== undefined) query.set("against", String(against));
  return `/rules/${templateId}/versions${query.size === 0 ? "" : `?${query}`}`;
}

interface Findable {
  name: string;
  category: string;
  description: string;
  rule_names: readonly string[];
}

/** Whether the template contains every word searched for. */
export function isFound({ name, category, description, rule_names }: Findable, find: string): boolean {
  const text = [name, category, description, ...rule_names].join("\n")
    .toLowerCase();
  return find.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
