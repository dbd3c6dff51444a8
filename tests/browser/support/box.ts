import type { Locator } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

/** Where an element is on the page, in px, once it is shown and stands still: a chart is built again when its data arrives. */
export async function boxOf(element: Locator) {
  let before = "";
  return await eventually(`${element} stands still`, async () => {
    const box = await element.boundingBox();
    const isStill = JSON.stringify(box) === before;
    before = JSON.stringify(box);
    return isStill ? box : null;
  });
}
