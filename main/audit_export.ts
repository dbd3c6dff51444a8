import { syslogMessage } from "../domain/audit/syslog_message.ts";
import type { MetricFamily } from "../domain/metric/types.ts";
import { SyslogSender } from "../connectors/syslog/sender.ts";
import { counter, gauge } from "../services/metrics/family.ts";
import type { Settings, SyslogAddress } from "../settings/types.ts";
import type { Storage } from "../storage/contract.ts";
import type { ServeOptions } from "./serve_options.ts";

/** What every receiver takes as one datagram (RFC 5424), and what it takes over a stream. */
const MOST_BYTES: Readonly<Record<SyslogAddress["protocol"], number>> = {
  udp: 2_048,
  tcp: 8_192,
  tls: 8_192,
};

export interface AuditExport {
  families(): MetricFamily[];
  /** Sends what waits, for half a second at most. */
  close(): Promise<void>;
}

/** Sends each entry of the audit log to AUDIT_SYSLOG, once it is committed. Undefined without that setting. */
export function exportAudit(
  { audit }: Pick<Storage, "audit">,
  { settings: { auditSyslog }, log }: { settings: Pick<Settings, "auditSyslog">; log: ServeOptions["log"] },
): AuditExport | undefined {
  if (auditSyslog === null) return undefined;
  const sender = new SyslogSender({ receiver: auditSyslog, log });
  const host = Deno.hostname(), processId = String(Deno.pid), mostBytes = MOST_BYTES[auditSyslog.protocol];
  let sequence = 0;
  const stop = audit.onWritten((entry) => {
    sender.send(syslogMessage(entry, { host, processId, sequence: ++sequence, mostBytes }));
  });
  return {
    families: () => [
      counter(
        "andon_audit_export",
        "Audit entries for the syslog server, by outcome.",
        Object.entries(sender.counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
      gauge("andon_audit_export_waiting", "Audit entries that wait for the syslog server.", sender.waiting),
    ],
    async close() {
      stop();
      await sender.close();
    },
  };
}
