import { head } from "./raw_connection.ts";

const POST = "POST /api/auth/login";
const MANY = 20_000;

/** Requests that two programs could read differently, or that are too large: none is answered by success. */
export const REFUSED_HEADS: Readonly<Record<string, string>> = {
  "both lengths": head(POST, { "Content-Length": "4", "Transfer-Encoding": "chunked" }) + "0\r\n\r\n",
  "two lengths": head(POST, { "Content-Length": "2", "content-length": "40" }) + "{}",
  "a list of lengths": head(POST, { "Content-Length": "2, 2" }) + "{}",
  "a length with a sign": head(POST, { "Content-Length": "+2" }) + "{}",
  "a length below zero": head(POST, { "Content-Length": "-1" }) + "{}",
  "a length beyond numbers": head(POST, { "Content-Length": "9".repeat(30) }) + "{}",
  "an unknown coding": head(POST, { "Transfer-Encoding": "xchunked" }) + "0\r\n\r\n",
  "a coding after chunked": head(POST, { "Transfer-Encoding": "chunked, identity" }) + "0\r\n\r\n",
  "a space before the colon": head(POST, { "Transfer-Encoding ": "chunked" }) + "0\r\n\r\n",
  "a chunk of negative size": head(POST, { "Transfer-Encoding": "chunked" }) + "-1\r\n{}\r\n0\r\n\r\n",
  "a chunk beyond numbers": head(POST, { "Transfer-Encoding": "chunked" }) +
    `${"F".repeat(20)}\r\n{}\r\n0\r\n\r\n`,
  "a folded line": head("GET /healthz", { "X-A": "b\r\n c" }),
  "two hosts": head("GET /healthz", { host: "b", Connection: "close" }),
  "NUL in a header": head("GET /healthz", { "X-A": "a\0b" }),
  "NUL in the path": head("GET /health\0z"),
  "no version": "GET /healthz\r\n\r\n",
  "many headers": head(
    "GET /healthz",
    Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`X-${i}`, "a"])),
  ),
  "a long header": head("GET /healthz", { "X-A": "a".repeat(50 * MANY) }),
  "a long path": head(`GET /healthz?${"a".repeat(50 * MANY)}`),
  "the start of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
};

/** Targets that could lead out of the folder of the console's files. */
export const FILE_TARGETS = [
  ...["/../../etc/passwd", "/assets/../../main.ts", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd"],
  ...["/assets/%2e%2e%2f%2e%2e%2fmain.ts", "/assets/..%5c..%5cmain.ts", "/assets/%252e%252e/main.ts"],
  ...["//etc/passwd", "/assets//etc/passwd", "/assets/%00main.ts", "/.data/andon.sqlite", "/.git/config"],
  ...["/docs/../main.ts", "/docs/%2e%2e%2fmain.ts", "/main.ts", "/deno.json", "/assets/", "/assets/."],
];
