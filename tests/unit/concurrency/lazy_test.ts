import { assertEquals, assertRejects } from "@std/assert";
import { lazy } from "../../../concurrency/lazy.ts";

/** Counts how often it was made, and what was called. */
class Line implements AsyncDisposable {
  static made = 0;
  readonly #called: string[];

  constructor(called: string[]) {
    Line.made++;
    this.#called = called;
  }

  send(text: string, { urgent }: { urgent: boolean }): Promise<string> {
    this.#called.push(text);
    return urgent ? Promise.reject(new RangeError(text)) : Promise.resolve(`sent ${text}`);
  }

  async close(): Promise<void> {
    await Promise.resolve(this.#called.push("closed"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.resolve(this.#called.push("disposed"));
  }
}

function lazyLine() {
  Line.made = 0;
  const called: string[] = [];
  const line = lazy(() => Promise.resolve(new Line(called)));
  return { line, called };
}

Deno.test("lazy() makes the object with the first call, once, and passes on answers and errors", async () => {
  const { line, called } = lazyLine();
  assertEquals(Line.made, 0);
  const answers = await Promise.all([line.send("a", { urgent: false }), line.send("b", { urgent: false })]);
  assertEquals([answers, Line.made], [["sent a", "sent b"], 1]);
  await assertRejects(() => line.send("c", { urgent: true }), RangeError, "c");
  await line.close();
  await line[Symbol.asyncDispose]();
  assertEquals(called, ["a", "b", "c", "closed", "disposed"]);
});

Deno.test("lazy() makes no object to close or dispose of it, to await it or to print it", async () => {
  const { line } = lazyLine();
  await line.close();
  await line[Symbol.asyncDispose]();
  await (await Promise.resolve(line)).close();
  Deno.inspect(line);
  assertEquals(Line.made, 0);
});

Deno.test("lazy() calls a method that was assigned in place of the object's own", async () => {
  const { line, called } = lazyLine();
  line.send = () => Promise.resolve("not sent");
  assertEquals([await line.send("a", { urgent: false }), Line.made], ["not sent", 0]);
  await line.close();
  assertEquals(called, []);
});
