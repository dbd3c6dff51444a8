import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/shared/refusal.ts";
import { answerData } from "../pipeline/answer.ts";
import { readHead } from "../../storage/audit_seals/block.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers, type DocumentedAnswer } from "../pipeline/document/answers.ts";
import { captureAbortSignal } from "../pipeline/middleware/capture_abort_signal.ts";
import { described } from "../pipeline/query.ts";
import { newRoutes } from "../pipeline/route.ts";
import { auditHead, auditVerification } from "./views/schemas/audit.ts";

/** A verification that takes longer is left to `deno task audit verify`. */
const VERIFY_MS = 120_000;

/** Lines that are written at once. */
const LINES_AT_ONCE = 100;

/** The seals of the audit log. The export is no envelope, so it stands under `/files` and not under `/api`. */
export function auditSealRoutes({ storage: { auditSeals } }: AppDeps) {
  return newRoutes("Audit")
    .handle("GET /api/audit-log/head", {
      may: "admin",
      operationId: "getAuditHead",
      responses: answers("The signed head of the audit log", { data: auditHead }),
    }, async (c) => answerData(c, await auditSeals.head()))
    .handle("GET /api/audit-log/verify", {
      may: "admin",
      limit: "heavy",
      middleware: [captureAbortSignal()],
      description:
        "Compares every entry with the hash that was sealed, and the blocks with their chain and signatures. " +
        "One verification runs at a time, for at most 120 s; a longer log is verified by `deno task audit verify`.",
      request: {
        query: z.object({
          head: described(keptHead, "A head that was kept elsewhere; the log must contain it"),
        }),
      },
      operationId: "verifyAuditLog",
      responses: answers("Whole, or what does not fit", { data: auditVerification }),
    }, async (c) => {
      const { head } = c.req.valid("query");
      const late = AbortSignal.timeout(VERIFY_MS), signal = AbortSignal.any([c.get("left"), late]);
      const found = await auditSeals.verify({ keptHead: head, signal }).catch((error) => {
        throw late.aborted ? tooLong() : error;
      });
      return answerData(c, found);
    })
    .handle("GET /files/audit-log.jsonl", {
      may: "admin",
      limit: "heavy",
      middleware: [captureAbortSignal()],
      description:
        "The whole audit log with its proofs. The first line has the store's public key. Each block has a line " +
        "with its hash and signature, followed by a line for each entry: `hash` is SHA-256 of the text of `entry`, the line's last field. " +
        "`entry` is null when retention has removed it; `block` is null for entries that wait to be sealed.",
      operationId: "exportAuditLog",
      responses: { 200: lines },
    }, (c) => {
      const left = new AbortController();
      const lines = auditSeals.export(AbortSignal.any([c.get("left"), left.signal]));
      return c.body(linesBody(lines, () => left.abort()), 200, {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": 'attachment; filename="andon-audit-log.jsonl"',
        "Cache-Control": "no-store",
      });
    });
}

function tooLong(): Refusal {
  const text = `The audit log takes longer than ${
    VERIFY_MS / 1_000
  } s to verify; run deno task audit verify on a backup`;
  return new Refusal("UNAVAILABLE", text);
}

/** Reads on only as fast as the client does. */
function linesBody(lines: AsyncGenerator<string>, cancel: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const some: string[] = [];
      while (some.length < LINES_AT_ONCE) {
        const { value, done } = await lines.next();
        if (done) break;
        some.push(`${value}\n`);
      }
      if (some.length > 0) controller.enqueue(encoder.encode(some.join("")));
      if (some.length < LINES_AT_ONCE) controller.close();
    },
    cancel,
  });
}

const keptHead = z.string()
  .refine((text) => readHead(text) !== undefined, "Must be a head: <block>:<entries>:<hash>")
  .transform(readHead);

const lines: DocumentedAnswer = {
  description: "The log as JSON lines",
  content: { "application/x-ndjson": { schema: z.string() } },
};
