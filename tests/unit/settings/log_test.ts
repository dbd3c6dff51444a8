import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { LogFields, LogLevel } from "../../../domain/shared/log.ts";
import { createLog } from "../../../settings/log.ts";
import type { LogFormat } from "../../../settings/types.ts";

const AT = Date.UTC(2026, 0, 31, 8, 15, 2, 123);

function logged(format: LogFormat, message: string, fields?: LogFields): string {
  const lines: string[] = [];
  createLog({ level: "debug", format, now: () => AT, write: (line) => lines.push(line) })(
    "info",
    message,
    fields,
  );
  assertEquals(lines.length, 1);
  return lines[0];
}

Deno.test("createLog() writes text as time, level, message and fields", () => {
  assertEquals(
    logged("text", "Deployed", { instance: 7, name: "Line 4", state: "connected" }),
    '2026-01-31T08:15:02.123Z INFO  Deployed instance=7 name="Line 4" state=connected',
  );
});

Deno.test("createLog() writes json as one object", () => {
  assertEquals(JSON.parse(logged("json", "Deployed", { instance: 7 })), {
    time: "2026-01-31T08:15:02.123Z",
    level: "info",
    message: "Deployed",
    instance: 7,
  });
});

Deno.test("createLog() prefers its own names over fields of the same name", () => {
  const line = JSON.parse(logged("json", "Real", { message: "Forged", level: "error", time: "never" }));
  assertEquals(line, { time: "2026-01-31T08:15:02.123Z", level: "info", message: "Real" });
});

Deno.test("createLog() writes nothing below its level", () => {
  const levels: LogLevel[] = [];
  const log = createLog({
    level: "warn",
    format: "json",
    now: () => AT,
    write: (line) => levels.push(JSON.parse(line).level),
  });
  for (const level of ["debug", "info", "warn", "error"] as const) log(level, "x");
  assertEquals(levels, ["warn", "error"]);
});

const HOSTILE = "a\nb\r\u001b[31m\u0085\u2028\u202ec\u007f";

Deno.test("createLog() escapes control characters in text, messages and names", () => {
  const line = logged("text", `Heard ${HOSTILE}`, { [HOSTILE]: HOSTILE, list: [HOSTILE] });
  // deno-lint-ignore no-control-regex -- none of them may be left
  assertEquals(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/.test(line), false);
  assertStringIncludes(line, "Heard a\\u000ab\\u000d\\u001b[31m\\u0085\\u2028\\u202ec\\u007f");
});

Deno.test("createLog() escapes control characters in json so that they read back", () => {
  const line = logged("json", HOSTILE, { text: HOSTILE });
  // deno-lint-ignore no-control-regex -- none of them may be left
  assertEquals(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/.test(line), false);
  assertEquals(JSON.parse(line).text, HOSTILE);
});

Deno.test("createLog() masks fields named like secrets, at any depth", () => {
  const fields = {
    client_secret: "hush-1",
    adminPassword: "hush-2",
    api_key: "hush-3",
    Authorization: "Bearer hush-4",
    headers: { "set-cookie": "hush-5", accept: "text/html" },
    list: [{ token: "hush-6" }],
    map: new Map([["access_token", "hush-7"]]),
    key: { nested: "hush-8" },
    error: Object.assign(new Error("Broken"), { credentials: ["hush-9"] }),
  };
  for (const format of ["text", "json"] as const) {
    const line = logged(format, "Heard", fields);
    assertEquals(/hush-[1-9]/.test(line), false, line);
    assertStringIncludes(line, "text/html");
  }
});

Deno.test("createLog() still says whether a secret is present, and counts tokens", () => {
  const line = JSON.parse(logged("json", "Saved", { has_api_key: true, total_tokens: 412, token: null }));
  assertEquals([line.has_api_key, line.total_tokens, line.token], [true, 412, null]);
});

Deno.test("createLog() writes an error with its stack, cause and code in one line", () => {
  const error = Object.assign(new Error("Broken", { cause: new Error("Inner") }), { code: "E1" });
  const line = JSON.parse(logged("json", "Failed", { error }));
  assertMatch(line.error.stack, /^Error: Broken\n/);
  assertMatch(line.error.cause.stack, /^Error: Inner\n/);
  assertEquals(line.error.code, "E1");
});

Deno.test("createLog() bounds circular, deep, long and non-JSON values", () => {
  const circular: Record<string, unknown> = { id: 1n, bytes: new Uint8Array(9), run: () => 1 };
  circular.self = circular;
  const line = logged("json", "Heard", { circular, text: "x".repeat(100_000), list: Array(10_000).fill(1) });
  assertEquals(line.length < 10_000, true);
  assertEquals(JSON.parse(line).circular.bytes, "(9 bytes)");
  assertEquals(JSON.parse(line).circular.id, "1");
});
