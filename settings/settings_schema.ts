import { z } from "zod";
import type { SyslogAddress } from "./types.ts";

/** Schemas of setting texts. Error messages come from `wants` of the setting. */

export function wholeNumber(least: number, greatest: number): z.ZodType<number> {
  return z.string().regex(/^\d{1,15}$/).transform(Number).pipe(z.number().min(least).max(greatest));
}

/** A number, or a word that stands for "none". */
export function numberOr(word: string, number: z.ZodType<number>): z.ZodType<number | null> {
  return z.union([z.literal(word).transform(() => null), number]);
}

export function oneOf<const T extends string>(words: readonly T[]): z.ZodType<T> {
  return z.enum(words);
}

export function text(least = 1): z.ZodType<string> {
  return z.string().min(least);
}

/** A secret sent in a header: printable ASCII without spaces. */
export function token({ least }: { least: number }): z.ZodType<string> {
  return z.string().min(least).regex(/^[\x21-\x7e]+$/);
}

/** An interface's address or name, as `Deno.serve` takes it. */
export function hostName(): z.ZodType<string> {
  return z.string().regex(/^[A-Za-z0-9._:-]{1,253}$/);
}

/** `udp://`, `tcp://` or `tls://` with a host and a port. */
export function syslogAddress(): z.ZodType<SyslogAddress> {
  const form = /^(udp|tcp|tls):\/\/(\[[0-9a-f:]+\]|[a-z0-9._-]{1,253}):(\d{1,5})$/i;
  return z.string().regex(form).transform((given): SyslogAddress => {
    const [, protocol = "", host = "", port] = form.exec(given) ?? [];
    const hostname = host.replace(/^\[(.*)\]$/, "$1");
    return { protocol: protocol.toLowerCase() as SyslogAddress["protocol"], hostname, port: Number(port) };
  }).refine(({ port }) => port >= 1 && port <= 65_535);
}

/** Where backups go, as a setting tells it. */
export type BackupAddress = { kind: "folder"; path: string } | {
  kind: "bucket";
  bucket: string;
  prefix: string;
};

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)\/?$/;

/** The path of a folder, or `s3://bucket` with or without a prefix of plain characters. */
export function backupAddress(): z.ZodType<BackupAddress> {
  return z.string().refine((given) => BUCKET.test(given) || !given.includes("://"))
    .transform((given): BackupAddress => {
      const [, bucket, path = ""] = BUCKET.exec(given) ?? [];
      if (bucket === undefined) return { kind: "folder", path: given };
      return { kind: "bucket", bucket, prefix: path === "" ? "" : `${path.slice(1)}/` };
    });
}

/** `02:30`, as minutes since midnight. */
export function timeOfDay(): z.ZodType<number> {
  const form = /^([01]\d|2[0-3]):([0-5]\d)$/;
  return z.string().regex(form).transform((given) => {
    const [, hour, minute] = form.exec(given) ?? [];
    return Number(hour) * 60 + Number(minute);
  });
}

/** Host names without scheme, port or path, comma-separated; in lower case. */
export function hostNames(): z.ZodType<string[]> {
  const name = z.string().regex(/^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/);
  return z.string().transform(splitList).pipe(z.array(name).min(1));
}

function splitList(list: string): string[] {
  return list.toLowerCase().split(",").map((part) => part.trim()).filter((part) => part !== "");
}

/** 32 bytes in base64, which is 43 characters (the URL alphabet and missing padding are fine). */
export function key32(): z.ZodType<Uint8Array<ArrayBuffer>> {
  return z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/).transform(bytesFromBase64);
}

function bytesFromBase64(encoded: string): Uint8Array<ArrayBuffer> {
  const standard = encoded.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(standard), (char) => char.charCodeAt(0));
}

/** An http(s) address without path, query, fragment or credentials, as its origin. */
export function origin(): z.ZodType<string> {
  return z.string().refine((given) => isOrigin(given)).transform((given) => new URL(given).origin);
}

function isOrigin(given: string): boolean {
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return false;
  const url = new URL(given);
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" &&
    url.password === "" && !/[?#]/.test(given);
}

/** A path or address for `Deno.openKv`; `:platform:` opens the platform's default store. */
export function kvAddress(): z.ZodType<string> {
  return z.string().refine((given) => NAMED_KV.has(given) || isKvConnect(given) || isPath(given));
}

const NAMED_KV = new Set([":memory:", ":platform:"]);

function isKvConnect(given: string): boolean {
  return /^https?:\/\//i.test(given) && URL.canParse(given);
}

function isPath(given: string): boolean {
  return !given.includes("://") && !given.startsWith(":") && !given.endsWith("/");
}

export function timeZone(): z.ZodType<string> {
  return z.string().refine(isTimeZone);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
