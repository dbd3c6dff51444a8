import type { Breach } from "./breach.ts";
import { IMPORT_RULES, IMPORTER_RULES, layerOf, partOf } from "./layers.ts";
import type { ResolvedImport, ScannedFile } from "./scanned_files.ts";

/** Breaches of the import rules. Type-only imports count. */
export function importBreaches(file: ScannedFile): Breach[] {
  if (layerOf(file.path) === "unknown") return [unknownPlace(file)];
  return file.imports.flatMap((found) =>
    found.path === null ? packageBreaches(file, found) : fileBreaches(file, found)
  );
}

function unknownPlace(file: ScannedFile): Breach {
  const advice = "this folder has no layer; move the file, or add a rule for its folder to tools/layers.ts";
  return { path: file.path, line: 1, rule: "unknown-place", advice };
}

function fileBreaches(file: ScannedFile, found: ResolvedImport): Breach[] {
  const to = found.path ?? "";
  const guard = IMPORTER_RULES.find((rule) => rule.guards(to) && !rule.may(file.path, to));
  const layer = layerOf(file.path);
  const rule = IMPORT_RULES[layer];
  const at = { path: file.path, line: found.line };
  if (guard !== undefined) {
    return [{
      ...at,
      rule: "importer",
      advice: `${to} may be imported only by ${guard.allowed}; pass what is needed`,
    }];
  }
  if (rule.may(file.path, to)) return [];
  const advice =
    `may not import ${to}; allowed: ${rule.allowed}. Move the shared part down, or take it as a parameter`;
  return [{ ...at, rule: `${layer}-imports`, advice }];
}

function packageBreaches(file: ScannedFile, found: ResolvedImport): Breach[] {
  const at = { path: file.path, line: found.line };
  if (/^(npm|jsr|https?|file):/.test(found.specifier) || found.specifier.startsWith("/")) {
    const advice = `name "${found.specifier}" in deno.json's imports and import it by that name`;
    return [{ ...at, rule: "bare-names", advice }];
  }
  if (isZod(found.specifier) && !mayUseZod(file.path)) {
    const advice =
      "zod is allowed only in schema.ts, wire.ts, settings*.ts, routes/ and cli/plant/; parse at the edge, pass the type";
    return [{ ...at, rule: "zod", advice }];
  }
  return [];
}

function isZod(specifier: string): boolean {
  return specifier === "zod" || specifier.startsWith("zod/") || specifier === "@hono/zod-openapi";
}

function mayUseZod(path: string): boolean {
  return layerOf(path) === "free" || layerOf(path) === "routes" || partOf(path) === "cli/plant" ||
    /\/(schema|wire|settings[^/]*)\.ts$/.test(path);
}
