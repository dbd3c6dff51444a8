import { createHash } from "node:crypto";
import styles from "./pages/andon.css" with { type: "text" };
import icon from "./pages/icon.svg" with { type: "text" };
import pushChannel from "./pages/push_channel.js" with { type: "text" };
import signIn from "./pages/sign_in.js" with { type: "text" };
import wall from "./pages/wall.js" with { type: "text" };

/** A file that the pages load, held in memory. */
export interface StaticFile {
  path: string;
  type: string;
  text: string;
  etag: string;
}

const SCRIPT = "text/javascript; charset=utf-8";

/** The pages' files, each with a tag of its content. */
export function staticFiles(): StaticFile[] {
  const files = [
    { path: "/assets/andon.css", type: "text/css; charset=utf-8", text: styles },
    { path: "/assets/wall.js", type: SCRIPT, text: wall },
    { path: "/assets/push_channel.js", type: SCRIPT, text: pushChannel },
    { path: "/assets/sign_in.js", type: SCRIPT, text: signIn },
    { path: "/assets/icon.svg", type: "image/svg+xml", text: icon },
  ];
  return files.map((file) => ({ ...file, etag: etagOf(file.text) }));
}

/** A tag of a content. */
export function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}
