import { createHash } from "node:crypto";
import styles from "./andon.css" with { type: "text" };
import icon from "./icon.svg" with { type: "text" };
import criticalIcon from "./icon_critical.svg" with { type: "text" };

/** A file of the plain pages (one-time link, refusals), held in memory. */
export interface StaticFile {
  path: string;
  type: string;
  text: string;
  etag: string;
}

/** The files of the plain pages with their entity tags. */
export function staticFiles(): StaticFile[] {
  const files = [
    { path: "/assets/andon.css", type: "text/css; charset=utf-8", text: styles },
    { path: "/assets/icon.svg", type: "image/svg+xml", text: icon },
    { path: "/assets/icon_critical.svg", type: "image/svg+xml", text: criticalIcon },
  ];
  return files.map((file) => ({ ...file, etag: etagOf(file.text) }));
}

/** The entity tag of a content. */
export function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}
