/** Runs rows one after another, each in its own process, and prints and stores the table. */
import { LineProcess } from "./processes.ts";
import { circumstances, keep, loadNow, tableOf } from "./report.ts";
import type { Figure } from "./row.ts";

export interface Run {
  /** The name of the result's file. */
  name: string;
  command: string;
  /** Files of rows beside this folder, `rows/engine.ts`. */
  rows: readonly string[];
  /** Skipped rows with the reasons. */
  leftOut?: readonly string[];
  /** Further options of `deno run`. */
  options?: readonly string[];
  /** The environment of the rows. */
  env?: Record<string, string>;
}

const ROW_DEADLINE_MS = 280_000;
const FLAGS = "--v8-flags=--expose-gc,--max-old-space-size=6000";

/** True when every row could be measured, whatever its verdict. */
export async function run({ name, command, rows, leftOut = [], env, options = [] }: Run): Promise<boolean> {
  const head = await circumstances(command);
  console.log(head);
  const begunMs = performance.now();
  const figures: Figure[] = [], failures: string[] = [];
  for (const row of rows) {
    try {
      figures.push(...await measured(row, { env, options }));
    } catch (error) {
      failures.push(
        `${row} could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  const tail = [
    ...leftOut.map((each) => `Left out: ${each}`),
    ...failures,
    `load at the end ${loadNow()}; ${seconds} s in all`,
  ];
  const text = [head, "", tableOf(figures), ...tail].join("\n");
  console.log(text.slice(head.length));
  console.log(`Kept as ${await keep(name, text)}`);
  return failures.length === 0;
}

async function measured(
  row: string,
  { env, options }: { env: Run["env"]; options: readonly string[] },
): Promise<Figure[]> {
  const begunMs = performance.now();
  const program = new URL("row_process.ts", import.meta.url).pathname;
  await using child = new LineProcess(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--lock=tests/deno.lock", FLAGS, ...options, program, `../${row}`],
    env,
  });
  const figures: Figure[] = JSON.parse(await child.lineAfter("figures", ROW_DEADLINE_MS));
  console.error(`${row}: ${((performance.now() - begunMs) / 1000).toFixed(0)} s, load ${loadNow()}`);
  return figures;
}
