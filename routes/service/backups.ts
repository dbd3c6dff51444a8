import { z } from "@hono/zod-openapi";
import { isoFromMs } from "../../domain/shared/time.ts";
import type { BackupsStatus } from "../../ports/backups.ts";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { count, instant, shown } from "../pipeline/document/shown.ts";
import { newRoutes } from "../pipeline/route.ts";

/** The route that tells how the scheduled backups stand. */
export function backupRoutes({ backups }: AppDeps) {
  return newRoutes("Service").handle("GET /api/backups", {
    may: "viewer",
    description: "A failed or overdue backup is also an event of the category `system`, until one succeeds.",
    operationId: "getBackups",
    responses: answers("The scheduled backups of the store, as they stand", { data: backupsShown }),
  }, (c) => answerData(c, backupsView(backups?.status())));
}

function backupsView(status: BackupsStatus | undefined): z.output<typeof backupsShown.schema> {
  if (status === undefined) return OFF;
  const { to, state, isRunning, kept: { newest, count }, nextMs, failure } = status;
  return {
    to,
    state,
    is_running: isRunning,
    newest: newest && {
      file: newest.name,
      created_at: isoFromMs(newest.atMs),
      proved_at: isoFromMs(newest.provedMs),
      bytes: newest.bytes,
    },
    kept: count,
    next_at: isoFromMs(nextMs),
    failure: failure && {
      at: isoFromMs(failure.atMs),
      reason: failure.reason,
      failures_in_a_row: failure.inARow,
    },
  };
}

const backupsShown = shown(
  "Backups",
  z.strictObject({
    to: z.enum(["folder", "bucket"]).nullable().describe("Null: `BACKUP_TO` is not set"),
    state: z.enum(["off", "unknown", "good", "failed", "overdue"]).describe(
      "`unknown`: the target has not been looked at since the start. `failed`: the last attempt failed; the next one is " +
        "within the hour. `overdue`: the newest backup is older than 26 hours",
    ),
    is_running: z.boolean(),
    newest: z.strictObject({
      file: z.string(),
      created_at: instant().describe("The moment whose state it holds"),
      proved_at: instant().describe("When it was read back and restored for a trial"),
      bytes: count(),
    }).nullable(),
    kept: count().describe("Backups that the keep rule has left"),
    next_at: instant().nullable(),
    failure: z.strictObject({ at: instant(), reason: z.string(), failures_in_a_row: z.int().min(1) })
      .nullable()
      .describe("The last attempt; null: it succeeded"),
  }),
  {
    to: "folder",
    state: "good",
    is_running: false,
    newest: {
      file: "andon-1f3b6c90ad52e874-20260131T010002Z.sqlite",
      created_at: "2026-01-31T01:00:02.000Z",
      proved_at: "2026-01-31T01:00:09.412Z",
      bytes: 48_332_800,
    },
    kept: 20,
    next_at: "2026-02-01T01:00:00.000Z",
    failure: null,
  },
);

const OFF: z.output<typeof backupsShown.schema> = {
  to: null,
  state: "off",
  is_running: false,
  newest: null,
  kept: 0,
  next_at: null,
  failure: null,
};
