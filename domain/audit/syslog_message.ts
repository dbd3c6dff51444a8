import type { AuditRecord } from "./types.ts";

/** Facility 13 of RFC 5424, "log audit". */
const AUDIT_FACILITY = 13;
const WARNING = 4;
const NOTICE = 5;
/** RFC 5612 keeps this enterprise number for programs without one of their own. */
const STRUCTURE = "audit@32473";
const BYTE_ORDER_MARK = "\ufeff";
const NOTHING = "-";
const LARGEST_SEQUENCE = 2_147_483_647;
const LONGEST = { host: 255, process: 128, kind: 32 } as const;

export interface SyslogOptions {
  /** The name of this machine. */
  host: string;
  processId: string;
  /** Counts from 1; shows the receiver what it has not received. */
  sequence: number;
  /** In bytes. A larger message is sent without what was before and after. */
  mostBytes: number;
}

/**
 * An audit entry as a message of RFC 5424: who, what and from where as structured data; the record before and after as
 * JSON in the text.
 */
export function syslogMessage(entry: AuditRecord, options: SyslogOptions): Uint8Array<ArrayBuffer> {
  const whole = messageOf(entry, { ...options, text: { before: entry.before, after: entry.after } });
  return whole.length <= options.mostBytes ? whole : messageOf(entry, { ...options, text: { cut: true } });
}

function messageOf(
  entry: AuditRecord,
  { host, processId, sequence, text }: SyslogOptions & { text: Record<string, unknown> },
): Uint8Array<ArrayBuffer> {
  const severity = entry.resource_type === "refusal" ? WARNING : NOTICE;
  const { id, who, action, resource_type, resource_id, address, desk } = entry;
  const header = [
    `<${AUDIT_FACILITY * 8 + severity}>1`,
    entry.at,
    printable(host, LONGEST.host),
    "andon",
    printable(processId, LONGEST.process),
    printable(action, LONGEST.kind),
  ];
  const fields = {
    id,
    who,
    action,
    resource_type,
    resource_id,
    ...(address === undefined ? {} : { address }),
    ...(desk === undefined ? {} : { desk }),
  };
  const meta = structure("meta", { sequenceId: String((sequence - 1) % LARGEST_SEQUENCE + 1) });
  const data = meta + structure(STRUCTURE, fields);
  const line = `${header.join(" ")} ${data} ${BYTE_ORDER_MARK}${JSON.stringify(text).toWellFormed()}`;
  return new TextEncoder().encode(line);
}

function structure(name: string, fields: Record<string, string>): string {
  return `[${name}${
    Object.entries(fields).map(([field, value]) => ` ${field}="${escaped(value)}"`).join("")
  }]`;
}

/** Control characters are legal in a value, but not what receivers expect. */
function escaped(value: string): string {
  return value.toWellFormed().replace(/\p{Cc}/gu, " ").replace(/["\\\]]/g, "\\$&");
}

/** Printable ASCII without spaces, as the header's fields are. */
function printable(text: string, most: number): string {
  return text.replace(/[^\x21-\x7e]/g, "").slice(0, most) || NOTHING;
}
