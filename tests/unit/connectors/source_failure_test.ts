import { assertEquals } from "@std/assert";
import { AnswerRefused, networkReason, vendorText } from "../../../connectors/source_failure.ts";

Deno.test("vendorText() extracts the vendor's message on one line, truncated to 200 characters", () => {
  const body = {
    OperationId: "1",
    Error: "The request is not valid.",
    Reason: "Too\nmany\u0007 events.",
    Parameters: {},
  };
  assertEquals(vendorText(body, []), "The request is not valid. Too many events.");
  assertEquals(vendorText({ message: "x".repeat(500) }, []).length, 200);
  for (const other of ["<html>", null, 7, undefined, [], { Error: 5 }]) {
    assertEquals(vendorText(other, []), "");
  }
});

Deno.test("vendorText() is empty when the vendor repeats a secret", () => {
  assertEquals(vendorText({ Error: `${"x".repeat(198)}hunter2` }, ["hunter2"]), "");
  assertEquals(vendorText({ Error: "fine" }, ["hunter2", ""]), "fine");
});

Deno.test("AnswerRefused is INVALID_CREDENTIALS for 401 and 403 only", () => {
  const codes = [401, 403, 400, 404, 503].map((status) => new AnswerRefused(status, "x").code);
  const failed = "CONNECTION_FAILED";
  assertEquals(codes, ["INVALID_CREDENTIALS", "INVALID_CREDENTIALS", failed, failed, failed]);
});

Deno.test("networkReason() ignores the words of the URL", () => {
  const cause = new Error(
    "error sending request for url (https://h/closed(tls)dns%20error): client error (Connect): tcp connect error: Connection refused (os error 111)",
  );
  assertEquals(networkReason(new TypeError("fetch failed", { cause }), "h"), "h refused the connection");
  assertEquals(networkReason("odd", "h"), "h could not be reached");
});
