import { assertEquals } from "@std/assert";
import { FOREIGN_PATHS } from "../../../support/foreign_paths.ts";
import { ownPath } from "../../../../domain/shared/own_path.ts";

const OWN: Readonly<Record<string, string>> = {
  "/": "/",
  "/wall": "/wall",
  "/events?severity=error&page=2": "/events?severity=error&page=2",
  "/events/42#notes": "/events/42#notes",
  "/events?next=//evil.example": "/events?next=//evil.example",
  "/x/../wall": "/wall",
  "/./wall": "/wall",
  "/a//b": "/a//b",
  "/%2f%2fevil.example": "/%2f%2fevil.example",
  "/evil.example": "/evil.example",
  "/javascript:alert(1)": "/javascript:alert(1)",
  "/ä b": "/%C3%A4%20b",
};

Deno.test("ownPath() keeps paths of this site", () => {
  for (const [text, path] of Object.entries(OWN)) assertEquals([text, ownPath(text)], [text, path]);
});

Deno.test("ownPath() turns everything else into the start page", () => {
  for (const text of [...FOREIGN_PATHS, null, undefined]) assertEquals([text, ownPath(text)], [text, "/"]);
});

Deno.test("ownPath() keeps a path of 2,000 characters and no longer one", () => {
  const path = (length: number) => "/events?text=".padEnd(length, "x");
  assertEquals([ownPath(path(2_000)), ownPath(path(2_001))], [path(2_000), "/"]);
  assertEquals(ownPath(`/${"ä".repeat(334)}`), "/", "characters count as they are sent");
});

Deno.test("what ownPath() returns resolves to the site of the page", () => {
  for (const text of [...Object.keys(OWN), ...FOREIGN_PATHS]) {
    for (const page of ["http://localhost:8000/sign-in", "https://andon.example/sign-in?next=x"]) {
      assertEquals(new URL(ownPath(text), page).origin, new URL(page).origin, text);
    }
  }
});
