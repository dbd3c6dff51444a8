/** Esper in the fastest form that was found: a table with one row per instance. */
import type { Row } from "../harness/row.ts";
import { againstJava } from "./java.ts";

export default {
  figures: async () => [
    await againstJava({
      name: "Esper 8.9 (table)",
      folder: "esper",
      main: "EsperTable",
      target: { unit: "times", must: 10, aim: 20 },
    }),
  ],
} satisfies Row;
