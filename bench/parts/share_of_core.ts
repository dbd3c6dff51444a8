import type { CollectedSource } from "../../connectors/collected/source.ts";
import type { Figure } from "../harness/row.ts";

/** What share of a core 10,000 samples a second take, measured on what comes in. */
export async function shareOfCore(
  source: Pick<CollectedSource, "collected">,
  { what, seconds: wanted, unit }: { what: string; seconds: number; unit: "messages" | "samples" },
): Promise<Figure> {
  const before = source.collected().samples, begun = performance.now(), cpuBefore = cpuSeconds();
  await new Promise((resolve) => setTimeout(resolve, 1_000 * wanted));
  const seconds = (performance.now() - begun) / 1_000, share = (cpuSeconds() - cpuBefore) / seconds;
  const { samples, rejected } = source.collected(), rate = (samples - before) / seconds;
  return {
    what,
    figure: `${(100 * share).toFixed(1)} % at ${rate.toFixed(0)} ${unit}/s; ${
      (Deno.memoryUsage().rss / 2 ** 20).toFixed(0)
    } MiB`,
    ratio: share * 10_000 / rate,
    target: { unit: "share" },
    isEqual: rejected === 0,
  };
}

/** Of this process with its workers. */
function cpuSeconds(): number {
  const [user, system] = Deno.readTextFileSync("/proc/self/stat").split(") ")[1]!.split(" ").slice(11, 13)
    .map(Number);
  return (user! + system!) / 100;
}
