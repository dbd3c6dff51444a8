import type { Picture } from "../../tests/browser/support/pictures.ts";

const VARIANTS = ["wide-light", "wide-dark", "phone-light", "phone-dark"] as const;

/** The page with all pictures, in their folder. */
export function indexPage(pictures: readonly Picture[]): string {
  const rows = pictures.map(({ name }) =>
    [titleOf(name), ...VARIANTS.map((variant) => imageOf(name, variant))].join(" | ")
  );
  return [
    "# The console in pictures\n",
    "Taken by `deno task pictures` over the plant of `deno task dev`: 1440×900 and 390×844, light and dark.\n",
    ["page", ...VARIANTS.map((variant) => variant.replace("-", ", "))].join(" | "),
    ["page", ...VARIANTS].map(() => "---").join(" | "),
    ...rows,
  ].map((line) => `${line}\n`).join("");
}

/** "rule-editor": "Rule editor". */
function titleOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("-", " ");
}

function imageOf(name: string, variant: typeof VARIANTS[number]): string {
  const file = `${name}-${variant}.png`;
  const width = variant.startsWith("wide") ? 320 : 92;
  return `<a href="${file}"><img src="${file}" width="${width}" alt="${titleOf(name)}, ${variant}"></a>`;
}
