/** Measures one row in its own process, so that rows do not share a heap: `row_process.ts <file>`. */
import type { Row } from "./row.ts";

const row: { default: Row } = await import(new URL(Deno.args[0]!, import.meta.url).href);
console.log(`figures ${JSON.stringify(await row.default.figures())}`);
Deno.exit(0);
