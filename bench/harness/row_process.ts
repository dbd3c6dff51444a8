/** Measures one row in a process of its own, so that no row inherits another's heap: `row_process.ts <file>`. */
import type { Row } from "./row.ts";

const row: { default: Row } = await import(new URL(Deno.args[0], import.meta.url).href);
console.log(`figures ${JSON.stringify(await row.default.figures())}`);
Deno.exit(0);
