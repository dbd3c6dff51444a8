import type { Page } from "playwright-core";

/** By its key, once there is something to undo. */
export async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo" }).last().waitFor();
  await page.keyboard.press("z");
}
