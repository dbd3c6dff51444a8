import { deviceName } from "../../../domain/access/device_name.ts";
import { PAIRING_LIMITS, type PendingScreen, ScreenPairings } from "../../../domain/screen/pairing.ts";
import { screenChangeSchema, type ScreenRecord, screenSchema } from "../../../domain/screen/schema.ts";
import { SCREEN_LIMITS } from "../../../domain/screen/start_page.ts";
import { clientKey } from "../../../domain/shared/ip_address.ts";
import { invalid, type Issue, Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs } from "../../../domain/shared/time.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../../pipeline/answer.ts";
import { screenCookie } from "../../pipeline/cookie.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers, isDone } from "../../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../../pipeline/env.ts";
import type { BodyCheck } from "../../pipeline/middleware/json_body.ts";
import { body, idParam, integerId, listQuery, newRoutes, oneOf } from "../../pipeline/route.ts";
import { unknownAreaIds } from "../../pipeline/references.ts";
import { requireSafeTransport } from "../../pipeline/secure_transport.ts";
import { screen, screenPairing } from "../views/schemas/screen.ts";
import { screenCookieKind, sentScreenToken } from "./credential.ts";
import { hashOf } from "../../../storage/access/token_hashes.ts";

/** The cookie of a browser that waits outlives its code a little, so that it hears of an entry at the last second. */
const PENDING_SECONDS = PAIRING_LIMITS.validMs / 1000 + 60;

const WRONG_CODE = "This code does not exist or has expired; enter the code that the screen shows now";

/** Wall screens: an administrator claims the code that a browser shows, which is signed in from then on. */
export function screenRoutes(deps: AppDeps) {
  const { screens } = deps.storage;
  const pairings = new ScreenPairings({ now: () => deps.now(), random: deps.randomBytes });
  const { found, exists } = oneOf({ noun: "Screen", find: (id) => screens.get(id) });
  const checkGiven: BodyCheck = (given, c) => [
    ...takenName(deps, given, c),
    ...unknownAreaIds(deps.storage, { ids: given.areas, path: "areas" }),
  ];
  const pairing = { security: [] };
  const one = { middleware: [exists], request: { params: idParam } };
  const minutes = PAIRING_LIMITS.validMs / 60_000;
  return newRoutes("Screens")
    .handle("GET /api/screens/pairing", {
      ...pairing,
      may: "public",
      operationId: "getScreenPairing",
      description:
        "By the credential in the cookie. Once the screen is paired, its cookie is kept for 400 days from " +
        "each answer.",
      responses: answers("What this browser is as a wall screen", {
        data: screenPairing,
        carries: ["ScreenCookie"],
      }),
    }, (c) => {
      const token = sentScreenToken(c, deps.settings);
      const paired = token === undefined ? undefined : screens.use(token, c.get("client").address);
      if (token !== undefined && paired !== undefined) {
        c.header("Set-Cookie", screenCookie(token, { cookie: paired.cookie }));
        return answerData(c, pairingView({ paired }));
      }
      const pending = token === undefined ? undefined : pairings.of(hashOf(token));
      return answerData(c, pairingView({ pending }));
    })
    .handle("POST /api/screens/pairing", {
      ...pairing,
      may: "public",
      operationId: "beginScreenPairing",
      description:
        "The answer has the code, its cookie the credential, without which the code is worth nothing. A code " +
        `is valid for ${minutes} minutes and can be entered once; a restart forgets it. ${PAIRING_LIMITS.address} codes ` +
        `of one address (an IPv6 /64) and ${PAIRING_LIMITS.all} in all can wait, beyond that 429; a browser's new code ` +
        "replaces its old one.",
      responses: answers("The code to show; for a screen that is paired, its start page", {
        data: screenPairing,
        carries: ["ScreenCookie"],
      }),
    }, (c) => {
      const paired = c.get("screen");
      if (paired !== undefined) return answerData(c, pairingView({ paired }));
      return answerData(c, pairingView({ pending: begin(c, { deps, pairings }) }));
    })
    .handle("GET /api/screens", {
      may: "admin",
      request: { query: listQuery({}) },
      operationId: "listScreens",
      responses: answers("The wall screens by name", { list: screen }),
    }, (c) => answerList(c, { rows: screens.list(), query: c.req.valid("query"), view: screenView }))
    .handle("POST /api/screens", {
      may: "admin",
      check: checkGiven,
      request: {
        body: body(screenSchema, { code: "409175", name: "Line 3", start_page: "/wall?layout=category" }),
      },
      description:
        `There are ${SCREEN_LIMITS.screens} screens at most. After ${PAIRING_LIMITS.wrongCodes} wrong codes ` +
        `within ${minutes} minutes, the same administrator gets 429.`,
      operationId: "pairScreen",
      responses: answers("The browser that shows the code is this screen from now on", {
        status: 201,
        data: screen,
        message: isDone("Screen", "paired"),
      }),
    }, async (c, message) => {
      const { code, ...given } = c.req.valid("json");
      const by = actorOf(c);
      const wait = pairings.claimWaitSeconds(by.name);
      if (wait > 0) throw limited(c, { text: "Too many wrong codes", seconds: wait });
      const created = await pairings.claim(code, {
        by: by.name,
        store: ({ tokenHash, cookie, address, userAgent }) =>
          screens.create({ ...given, tokenHash, cookie, address, userAgent }, by),
      });
      if (created === undefined) throw invalid("code", WRONG_CODE);
      return answerCreated(c, { message: message(created), data: screenView(created) });
    })
    .handle("GET /api/screens/{id}", {
      ...one,
      may: "admin",
      operationId: "getScreen",
      responses: answers("The screen", { data: screen }),
    }, (c) => answerData(c, screenView(found(c.req.valid("param").id))))
    .handle("PUT /api/screens/{id}", {
      ...one,
      may: "admin",
      check: checkGiven,
      request: { params: idParam, body: body(screenChangeSchema, { start_page: "/wall?hours=8" }) },
      description: "A screen shows a change immediately.",
      operationId: "updateScreen",
      responses: answers("The changed screen", { data: screen, message: isDone("Screen", "saved") }),
    }, async (c, message) => {
      const updated = await screens.update(c.req.valid("param").id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(updated), data: screenView(updated) });
    })
    .handle("DELETE /api/screens/{id}", {
      ...one,
      may: "admin",
      operationId: "endScreen",
      responses: answers("Ended; its connections close within 2 s", {
        message: ({ name }: { name: string }) => `Screen "${name}" has ended`,
        of: { name: "Line 3" },
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.valid("param").id);
      await screens.remove(id, actorOf(c));
      return answerDone(c, message({ name }));
    });
}

interface Pairing {
  deps: AppDeps;
  pairings: ScreenPairings;
}

/** Gives the browser a credential in its cookie, which counts once an administrator has entered the code. */
function begin(
  c: AppContext,
  { deps: { settings, storage: { screens } }, pairings }: Pairing,
): PendingScreen {
  const client = c.get("client");
  requireSafeTransport(client, settings);
  const before = sentScreenToken(c, settings);
  const replaced = before === undefined ? undefined : hashOf(before);
  const addressKey = clientKey(client.address);
  const wait = pairings.waitSeconds(addressKey, replaced);
  if (wait > 0) throw limited(c, { text: "Too many screens are waiting to be paired", seconds: wait });
  const token = screens.newToken();
  const cookie = screenCookieKind(c, settings);
  const begun = { tokenHash: hashOf(token), cookie, address: client.address, addressKey };
  const pending = pairings.begin({ ...begun, userAgent: c.req.header("user-agent") ?? null }, replaced);
  c.header("Set-Cookie", screenCookie(token, { cookie, seconds: PENDING_SECONDS }));
  return pending;
}

function limited(c: AppContext, { text, seconds }: { text: string; seconds: number }): Refusal {
  c.header("Retry-After", String(seconds));
  return new Refusal("RATE_LIMITED", `${text}; try again in ${seconds} s`, {
    retry_after_seconds: seconds,
    scope: "pairing",
  });
}

function pairingView({ pending, paired }: { pending?: PendingScreen; paired?: ScreenRecord }) {
  return {
    status: paired !== undefined
      ? "paired" as const
      : pending !== undefined
      ? "waiting" as const
      : "none" as const,
    code: pending?.code ?? null,
    expires_at: pending === undefined ? null : isoFromMs(pending.expiresAtMs),
    start_page: paired?.start_page ?? null,
    areas: paired?.areas ?? [],
    viewing: paired?.viewing ?? null,
  };
}

function screenView(record: ScreenRecord) {
  const { id, name, start_page, areas, viewing, last_address, user_agent, last_used_at_ms } = record;
  const { created_at, created_by } = record;
  const device = deviceName(user_agent ?? undefined);
  const last_used_at = isoFromMs(last_used_at_ms);
  return {
    id,
    name,
    start_page,
    areas,
    viewing,
    address: last_address,
    device,
    last_used_at,
    created_at,
    created_by,
  };
}

/** A name that another screen has, reported together with the issues of the schema. */
function takenName({ storage }: AppDeps, { name }: Record<string, unknown>, c: AppContext): Issue[] {
  const other = typeof name === "string" ? storage.screens.byName(name) : undefined;
  if (other === undefined || other.id === integerId(c.req.param("id"))) return [];
  return [{ path: "name", message: `A screen named "${other.name}" exists already; choose another name` }];
}
