import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

const ROWS = 10_000;

interface ListAnswer {
  data: Json[];
  pagination: Json;
}

/** The real response of a list, with copies of its last row up to 10,000 rows, each with its own id and name. */
async function lengthen(page: Page, { path, name }: { path: string; name: string }): Promise<void> {
  await page.route((url) => url.pathname === path, async (route) => {
    const response = await route.fetch();
    const body: ListAnswer = await response.json();
    const last = body.data.at(-1);
    const data = Array.from({ length: ROWS }, (_, index) => ({
      ...last,
      id: index + 1,
      [name]: `Row ${String(index + 1).padStart(5, "0")}`,
    }));
    await route.fulfill({
      response,
      json: { ...body, data, pagination: { ...body.pagination, total: ROWS } },
    });
  });
}

for (
  const { list, address, path, name } of [
    { list: "Instances", address: "/instances", path: "/api/instances", name: "instance_name" },
    { list: "Templates", address: "/rules", path: "/api/templates", name: "name" },
  ]
) {
  browserTest(`${list}: of 10,000 rows few are drawn, and keys reach the last one`, async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({ path: address, prepare: (page) => lengthen(page, { path, name }) });
    const grid = page.getByRole("grid", { name: list });
    await grid.getByText("Row 00001").waitFor();
    assertEquals(await grid.getAttribute("aria-rowcount"), String(ROWS + 1));
    assert(await grid.getByRole("row").count() < 100);
    await grid.locator('[data-row="0"]').focus();
    await page.keyboard.press("End");
    await grid.getByText("Row 10000").waitFor();
    await eventually("it has the focus", () => page.locator(`[data-row="${ROWS - 1}"]:focus`).isVisible());
    assert(await grid.getByRole("row").count() < 100);
  });
}
