/** The table of results and its file. */
import { type Figure, type Unit, verdictOf } from "./row.ts";

const HEAD = ["what", "figure", "ratio", "must", "aim", "verdict"];
const WIDEST = 64;

/** The table as text, with notes below it. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((each) => [
    ...[each.what, each.figure, shown(each.ratio, each.target.unit)],
    limitOf(each.target.must, each.target.unit),
    limitOf(each.target.aim, each.target.unit),
    verdictOf(each),
  ]);
  const widths = HEAD.map((head, i) =>
    Math.min(WIDEST, Math.max(head.length, ...rows.map((row) => row[i]!.length)))
  );
  const line = (cells: string[]) => cells.map((cell, i) => cell.padEnd(widths[i]!)).join("  ").trimEnd();
  const notes = figures.flatMap(({ what, notes = [] }) => notes.map((note) => `- ${what}: ${note}`));
  return [line(HEAD), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), "", ...notes].join(
    "\n",
  );
}

function limitOf(value: number | undefined, unit: Unit): string {
  if (value === undefined) return "";
  return `${unit === "share" || unit === "times" ? "≥" : "≤"} ${shown(value, unit)}`;
}

function shown(value: number, unit: Unit): string {
  switch (unit) {
    case "share":
      return `${(100 * value).toFixed(0)} %`;
    case "times":
      return `${value.toFixed(value < 10 ? 1 : 0)} ×`;
    case "times_at_most":
      return `${value.toFixed(2)} ×`;
    case "ms":
      return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
    case "bytes":
      return `${value.toFixed(0)} B`;
  }
}

/** Date, machine, commit and load, without which a figure means nothing. */
export async function circumstances(command: string): Promise<string> {
  const cpu = /model name\s*:\s*(.+)/.exec(await Deno.readTextFile("/proc/cpuinfo"))?.[1] ?? "unknown";
  const memory = Math.round(Deno.systemMemoryInfo().total / 2 ** 30);
  const dirty = await git("status", "--porcelain", "--untracked-files=no") === "" ? "" : " with changes";
  return [
    `$ ${command}`,
    `${new Date().toISOString().slice(0, 16)}Z, commit ${await git("rev-parse", "--short", "HEAD")}${dirty}`,
    `${cpu.trim()}, ${navigator.hardwareConcurrency} cores, ${memory} GiB; Deno ${Deno.version.deno}, V8 ${Deno.version.v8}`,
    `load at the start ${loadNow()}`,
  ].join("\n");
}

export function loadNow(): string {
  return Deno.loadavg().map((load) => load.toFixed(2)).join(" ");
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args, cwd: root() }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** Stores the text under results/, with a number from the second run of a day on. Returns the file's name. */
export async function keep(name: string, text: string): Promise<string> {
  const folder = new URL("../results/", import.meta.url);
  const day = new Date().toISOString().slice(0, 10);
  for (let number = 1;; number++) {
    const file = `${day}_${name}${number === 1 ? "" : `_${number}`}.txt`;
    try {
      await Deno.writeTextFile(new URL(file, folder), `${text}\n`, { createNew: true });
      return `bench/results/${file}`;
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

function root(): URL {
  return new URL("../../", import.meta.url);
}
