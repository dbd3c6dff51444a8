/** Flink with a keyed function written by hand, parallelism 1. */
import type { Row } from "../harness/row.ts";
import { againstJava } from "./java.ts";

export default {
  figures: async () => [
    await againstJava({
      name: "Flink 1.20 (keyed function)",
      folder: "flink",
      main: "FlinkKeyed",
      target: { unit: "times", must: 3, aim: 6 },
    }),
  ],
} satisfies Row;
