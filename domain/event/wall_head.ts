import { CATEGORIES } from "../template/defaults.ts";
import type { TemplateRecord } from "../template/types.ts";
import { OWN_ID, OWN_NAME } from "./own_event.ts";
import type { WallHead } from "./wall.ts";

const CATEGORY_COLORS: Readonly<Record<(typeof CATEGORIES)[number], string>> = {
  utilization: "#1d4ed8",
  health: "#b91c1c",
  production: "#0e7490",
  maintenance: "#c2410c",
  quality: "#7c3aed",
  energy: "#a16207",
  safety: "#be185d",
  environment: "#15803d",
};

const OTHER_COLOR = "#475569";

/** The group of a category. */
export function categoryHead(category: string): WallHead {
  const usual = CATEGORIES.find((one) => one === category);
  const color = usual === undefined ? OTHER_COLOR : CATEGORY_COLORS[usual];
  return { key: category, title: category.charAt(0).toUpperCase() + category.slice(1), color };
}

/** The group of a template, which may be deleted, or of Andon's own events. */
export function templateHead(id: number, template: TemplateRecord | undefined): WallHead {
  if (id === OWN_ID) return { key: OWN_NAME, title: OWN_NAME, color: OTHER_COLOR };
  const title = template?.name ?? `Template ${id} (deleted)`;
  return { key: String(id), title, color: template?.color ?? OTHER_COLOR };
}
