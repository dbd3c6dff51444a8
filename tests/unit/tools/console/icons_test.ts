import { assert, assertEquals } from "@std/assert";
import { ICONS_PATH, iconsText, importedIcons } from "../../../../tools/console/icons.ts";

const ROOT = new URL("../../../../", import.meta.url).pathname;

Deno.test("the console's icons are those that its sources import", async () => {
  const written = await Deno.readTextFile(`${ROOT}${ICONS_PATH}`);
  assert(written === iconsText(ROOT), `${ICONS_PATH} is stale: deno task openapi`);
});

Deno.test("importedIcons() names the icons of a source, not the types", () => {
  const source =
    `import { Bell, type IconNode, X as Close } from "lucide";\nimport {\n  Plus,\n} from "lucide";\n`;
  assertEquals(importedIcons(source), ["Bell", "X", "Plus"]);
  assertEquals(importedIcons('import type { IconNode } from "lucide";'), []);
});
