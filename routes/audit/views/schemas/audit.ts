import { z } from "@hono/zod-openapi";
import { AUDIT_PROBLEMS, auditEntry as entry } from "../../../../domain/audit/schema.ts";
import { count, instant, shown } from "../../../pipeline/document/shown.ts";

export const auditEntry = shown(
  "AuditEntry",
  entry.extend({
    bulk: z.strictObject({
      resources: count().describe("How many resources the line is about"),
      entries: count().describe("How many entries the line stands for"),
      from: instant().describe("The time of the oldest entry"),
      until: instant().describe("The time of the newest entry"),
      comment: z.string().nullable().describe("What was said with all of them"),
    }).optional().describe("With `fold=true`, of a line that stands for several entries"),
  }),
  {
    id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
    at: "2026-01-31T08:15:02.123Z",
    who: "anna",
    action: "updated",
    resource_type: "package",
    resource_id: "1",
    before: { name: "Utilites" },
    after: { name: "Utilities" },
    address: "192.0.2.7",
    desk: null,
    desk_id: null,
  },
);

const hex = (what: string) => z.string().describe(`${what}, hexadecimal`);
const headText = z.string().describe(
  "`<block>:<entries>:<hash>`. Kept elsewhere, it proves that the log up to here was not rewritten",
);
const HEAD_TEXT = "12:345:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const auditHead = shown(
  "AuditHead",
  z.strictObject({
    block: count().describe("The number of the last block; 0 is the first"),
    entries: count().describe("How many entries the block holds"),
    hash: hex("SHA-256 over the hash of the block before and the hashes of the block's entries"),
    sealed_at: instant(),
    signature: hex("Ed25519 signature of the head"),
    public_key: hex("The Ed25519 public key of this store"),
    key_fingerprint: z.string().describe("The first 16 digits of the public key's SHA-256"),
    unsealed: count().describe("Entries that wait to be sealed, at most 5 s"),
    head: headText,
  }),
  {
    block: 12,
    entries: 345,
    hash: HEAD_TEXT.split(":")[2]!,
    sealed_at: "2026-01-31T08:15:02.123Z",
    signature: "00".repeat(64),
    public_key: "00".repeat(32),
    key_fingerprint: "66687aadf862bd77",
    unsealed: 0,
    head: HEAD_TEXT,
  },
);

const problem = z.strictObject({
  block: count().describe("Of an inserted entry: the block beside which it stands"),
  entry_id: z.string().nullable().describe("Null for a problem of the block itself"),
  problem: z.enum(AUDIT_PROBLEMS).describe(
    "`changed`, `removed`, `inserted`: the entry. `chain`: the block does not follow the one before. " +
      "`signature`: the store's key did not sign it. `missing_block`. `kept_head`: the log does not contain the head. " +
      "`undecodable`: the entry or block cannot be decoded. `head`: nothing says which block is the last. " +
      "`key`: the store's public key is not that of the sealed one",
  ),
});

export const auditVerification = shown(
  "AuditVerification",
  z.strictObject({
    is_whole: z.boolean(),
    first_block: count().nullable().describe("The first block that does not fit; null if all fit"),
    problems: z.array(problem).max(100).describe("By block, at most 100"),
    blocks: count(),
    entries: count().describe("Sealed entries, those that retention has removed included"),
    expired: count().describe("Sealed entries that retention has removed"),
    unsealed: count().describe("Entries that wait to be sealed"),
    head: headText.nullable(),
  }),
  {
    is_whole: false,
    first_block: 3,
    problems: [{ block: 3, entry_id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC", problem: "changed" }],
    blocks: 13,
    entries: 4_345,
    expired: 0,
    unsealed: 0,
    head: HEAD_TEXT,
  },
);
