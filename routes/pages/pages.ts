import { Hono } from "hono";
import { shownGrants } from "../../domain/access/desk.ts";
import { actorOfScreen } from "../../domain/access/types.ts";
import { shelfHolds } from "../../domain/event/shelf.ts";
import { MOST_PATH, ownPath } from "../../domain/shared/own_path.ts";
import type { ScreenRecord } from "../../domain/screen/schema.ts";
import type { ConsoleBuild, ConsoleFile } from "../../ports/console.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext, AppEnv } from "../pipeline/env.ts";
import { screenCookie } from "../pipeline/cookie.ts";
import { type ActiveNow, consolePage } from "./console_page.ts";
import { sentScreenToken } from "../people/screens/credential.ts";
import { staticFiles } from "./static_files.ts";

const SIGN_IN = "/sign-in";
/** Where a browser becomes a wall screen. */
const SCREEN = "/screen";
const WALL = "/wall";
/** A file whose name contains the hash of its content never changes, so browsers can keep it. */
const FOR_GOOD = "public, max-age=31536000, immutable";

/** Shorter than that of pages, as a slow line carries it with each file: opened by itself, a file may load nothing. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Serves the console's pages and files, all from Andon itself. */
export function pageRoutes(deps: AppDeps): Hono<AppEnv> {
  const { console, settings } = deps;
  const pages = new Hono<AppEnv>();
  for (const file of staticFiles()) {
    pages.get(file.path, (c) => {
      c.header("Cache-Control", "no-cache");
      c.header("ETag", file.etag);
      if (c.req.header("If-None-Match") === file.etag) return c.body(null, 304);
      return c.body(file.text, 200, { "Content-Type": file.type });
    });
  }
  if (console === undefined) return pages;
  const page = (c: AppContext, path: string) => {
    const screen = c.get("screen");
    const user = path === SCREEN ? undefined : userOfSession(c) ?? userOfScreen(screen);
    return c.html(consolePage(console, {
      timeZone: settings.plantTimeZone,
      mode: settings.mode,
      user,
      screen,
      path,
      seq: user === undefined ? undefined : deps.push?.lastSeq,
      active: user === undefined ? undefined : activeNow(deps),
    }));
  };
  pages.get(SIGN_IN, (c) => {
    if (c.get("signedIn") === undefined) return page(c, SIGN_IN);
    return c.redirect(ownPath(c.req.query("next")), 303);
  });
  pages.get(SCREEN, (c) => {
    const screen = c.get("screen");
    return screen === undefined ? page(c, SCREEN) : c.redirect(screen.start_page, 303);
  });
  pages.get("/shelved", (c) => c.redirect("/hidden", 301));
  for (const path of console.pages) {
    pages.get(path, (c) => {
      if (c.get("signedIn") !== undefined) return page(c, path);
      const screen = c.get("screen"), token = sentScreenToken(c, settings);
      if (token === undefined) return c.redirect(signInFor(c), 303);
      if (screen === undefined) return c.redirect(SCREEN, 303);
      if (path !== WALL) return c.redirect(screen.start_page, 303);
      c.header("Set-Cookie", screenCookie(token, { cookie: screen.cookie }));
      return page(c, path);
    });
  }
  serveFiles(pages, console);
  return pages;
}

function userOfSession(c: AppContext) {
  const user = c.get("signedIn")?.user;
  return user === undefined ? undefined : { ...user, ...shownGrants(user) };
}

/** A screen as the console's user: it may read, and has its own name. */
function userOfScreen(screen: ScreenRecord | undefined) {
  if (screen === undefined) return undefined;
  const { name: username, role } = actorOfScreen(screen);
  return { username, role, display_name: screen.name };
}

/** The active events that are neither shelved nor out of service, by severity. */
function activeNow({ storage, now }: AppDeps): ActiveNow {
  const nowMs = now(), counts = { critical: 0, error: 0, warning: 0, info: 0 };
  for (const event of storage.events.active()) {
    const isHidden = shelfHolds(storage.shelves.get(event), nowMs) ||
      storage.outOfService.at(event, nowMs) !== undefined;
    if (!isHidden) counts[event.severity]++;
  }
  return { nowMs, counts };
}

function serveFiles(pages: Hono<AppEnv>, { files }: ConsoleBuild): void {
  for (const [path, file] of files) pages.get(path, (c) => answerFile(c, file));
}

function answerFile(c: AppContext, file: ConsoleFile): Response {
  c.header("Cache-Control", FOR_GOOD);
  c.header("ETag", file.etag);
  c.header("Vary", "Accept-Encoding");
  if (c.req.header("If-None-Match") === file.etag) return c.body(null, 304);
  c.header("Content-Type", file.type);
  c.header("Content-Security-Policy", FILE_POLICY);
  const accepted = c.req.header("Accept-Encoding") ?? "";
  if (file.brotli !== null && /\bbr\b/.test(accepted)) {
    return c.body(file.brotli, 200, { "Content-Encoding": "br" });
  }
  const gzip = /\bgzip\b/.test(accepted) ? file.gzip : null;
  return gzip === null ? c.body(file.body, 200) : c.body(gzip, 200, { "Content-Encoding": "gzip" });
}

/** The address of the sign-in page, which continues to the requested page unless its address is too long. */
function signInFor(c: AppContext): string {
  const { pathname, search } = new URL(c.req.url);
  const path = pathname + search;
  return path === "/" || path.length > MOST_PATH ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(path)}`;
}
