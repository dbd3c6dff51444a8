import { z } from "zod";

/** The manifest beside a backup's file, `<file>.json`. Written last: without it a backup is incomplete. */
const manifestSchema = z.object({
  v: z.literal(1),
  product: z.literal("andon"),
  created_at: z.iso.datetime(),
  /** The id of the copied store. */
  store_id: z.string(),
  /** The schema of the store: a program that supports only older ones refuses it. */
  schema: z.int().positive(),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Which SECRETS_KEY its secrets are encrypted with; absent in backups of stores of older versions. */
  secrets_key: z.string().regex(/^[0-9a-f]{16}$/).optional(),
  /** When the stored file was restored for a trial; absent in backups made by hand. */
  proved_at: z.iso.datetime().optional(),
  /** Records by the first part of their keys. */
  records: z.record(z.string(), z.int().nonnegative()),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Undefined for a text that is no manifest. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
