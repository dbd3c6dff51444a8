/** What a new template has where a body leaves it out. Apart from the schema, so that the console has no zod. */
export const TEMPLATE_DEFAULTS = { description: "", color: "#5b646d" } as const;

/** The switches of a new template. */
export const TEMPLATE_SWITCHES = { is_active: true, allow_instances: true } as const;

/** The usual categories; a template may have another one. */
export const CATEGORIES = [
  ...["utilization", "health", "production", "maintenance"] as const,
  ...["quality", "energy", "safety", "environment"] as const,
] as const;
