import { z } from "zod";
import { SETTINGS_FIELDS } from "../../domain/contact_point/settings_fields.ts";

/** The kinds that a collector runs: those that connect to what sends. */
export const COLLECTOR_KINDS = ["mqtt", "opc_ua"] as const;

/** `https://andon.example.org/ingest/line2`, also behind a proxy with a path of its own. */
const INGEST = /\/ingest\/[^/]+$/;

const url = z.string().transform((text, context) => {
  const found = URL.parse(text);
  const isPlain = found !== null && found.search === "" && found.hash === "" && found.username === "";
  if (isPlain && /^https?:$/.test(found.protocol) && INGEST.test(found.pathname)) return found;
  context.addIssue({
    code: "custom",
    message: "Must be the address that takes samples, such as https://andon.example.org/ingest/line2",
  });
  return z.NEVER;
});

/** The file of a collector. `config` has the schema of its kind. */
export const COLLECTOR_FILE = z.strictObject({
  kind: z.enum(COLLECTOR_KINDS),
  config: z.record(z.string(), z.unknown()),
  to: z.strictObject({ url, ca: SETTINGS_FIELDS.ca() }),
});

export type CollectorFile = z.infer<typeof COLLECTOR_FILE>;

/** The name of the source in Andon. */
export function ingestName({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}
