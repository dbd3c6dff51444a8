import type { Locator, Page } from "playwright-core";
import { boxOf } from "./box.ts";

/** A person's inputs on a page, counted: a click, a key, and a field that is typed into are one each. */
export class Inputs {
  count = 0;

  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.count++;
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.count++;
    await field.fill(text);
  }

  async press(key: string): Promise<void> {
    this.count++;
    await this.page.keyboard.press(key);
  }

  /** Drags from the middle of an element, by so many pixels down. */
  async dragDown(target: Locator, byPx: number): Promise<void> {
    this.count++;
    const box = await boxOf(target);
    const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x, y + byPx / 2);
    await this.page.mouse.move(x, y + byPx);
    await this.page.mouse.up();
  }
}
