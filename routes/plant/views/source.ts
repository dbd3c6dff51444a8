import type { SourceStatus } from "../../../actors/source/contract.ts";
import type { SourceKind } from "../../../connectors/sources.ts";
import { isoFromMs } from "../../../domain/shared/time.ts";
import type { SourceRecord } from "../../../domain/source/schema.ts";

/** A source as a client reads it: never its secrets, only their names; with its state. */
export function sourceView({ v: _, sealed_secrets: _sealed, ...record }: SourceRecord, status: SourceStatus) {
  const { state, error_code, mode, watermark_ms, last_answer_ms, followed_streams, requests_left } = status;
  const reason = record.is_active ? status.reason : "The source is paused: nothing is read of it";
  return {
    ...record,
    kind: record.kind as SourceKind,
    ...{ state, reason, error_code, mode, followed_streams, requests_left },
    watermark: watermark_ms === null ? null : isoFromMs(watermark_ms),
    last_answer: last_answer_ms === null ? null : isoFromMs(last_answer_ms),
  };
}
