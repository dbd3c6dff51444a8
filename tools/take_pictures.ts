/** Takes pictures of all pages, or of those named, into docs/pictures, with the plant of dev: take_pictures.ts [name …] */
import { AndonClient } from "../tests/support/andon_client.ts";
import { eventually } from "../tests/support/eventually.ts";
import { launch } from "../tests/browser/support/browser_test.ts";
import { findChromium } from "../tests/browser/support/chromium.ts";
import { type Picture, PICTURES } from "../tests/browser/support/pictures.ts";
import { indexPage } from "./pictures/index_page.ts";
import { palettePng } from "./pictures/palette_png.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const FOLDER = `${ROOT}docs/pictures`;
const ADMIN = { username: "admin", password: "pictures-password" };
const START_MS = 60_000;
/** The events that the simulated plant must have raised. */
const EVENTS = 50;
const HAPPENED_MS = 480_000;
/** How far events are backfilled, so that the wall's timeline is not empty. */
const PAST_MS = 70 * 60_000;
/** A stream with a lively trend. */
const SHOWN_STREAM = "Pasteuriser.HoldTemperature";

interface Dev extends AsyncDisposable {
  baseUrl: string;
}

async function startDev(): Promise<Dev> {
  const dataDir = await Deno.makeTempDir();
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${ROOT}main.ts`, "dev"],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT_DEFAULT: "off",
      RATE_LIMIT_HEAVY: "off",
    },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const baseUrl = `http://localhost:${port}`;
  const isReady = () => fetch(`${baseUrl}/readyz`).then(({ ok }) => ok, () => false);
  await eventually("dev is ready", isReady, START_MS);
  return {
    baseUrl,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Waits for events, and does what a shift does: acknowledges and notes. */
async function liveADay(client: AndonClient): Promise<number> {
  const history = () => client.ok("GET", "/api/rule-events/history?limit=1000");
  await eventually("events happened", async () => (await history()).pagination.total >= EVENTS, HAPPENED_MS);
  const { data: active } = await client.ok("GET", "/api/rule-events/active");
  for (const { id } of active.slice(2)) await client.ok("POST", `/api/rule-events/${id}/acknowledge`);
  const last = active.at(-1);
  await client.ok("PUT", `/api/rule-events/${last.id}`, { note: "Spare part is ordered" });
  const { data: all } = await history();
  const measured = all.filter(({ severity, trigger: [first], end_time }: RaisedEvent) =>
    severity === "critical" && typeof first?.value === "number" && end_time !== null
  );
  const shown = measured.findLast(({ event_name }: RaisedEvent) => event_name.includes(SHOWN_STREAM));
  await backfill(client);
  return (shown ?? measured.at(-1) ?? last).id;
}

interface RaisedEvent {
  severity: string;
  event_name: string;
  end_time: string | null;
  trigger: { value: unknown }[];
}

/** Adds what engineers and administrators create: a draft version and users. */
async function workOn(client: AndonClient): Promise<void> {
  const { data: { rules } } = await client.ok("GET", "/api/templates/1");
  const [{ conditions: [first, ...rest], ...rule }, ...others] = rules;
  const body = {
    rules: [{ ...rule, conditions: [{ ...first, value: first.value + 0.3 }, ...rest] }, ...others],
    note: "Less strict, after the bearings of spring",
  };
  await client.ok("POST", "/api/templates/1/versions", body);
  for (const [username, role] of [["anna", "engineer"], ["ben", "operator"], ["hall", "viewer"]]) {
    await client.ok("POST", "/api/users", { username, role, password: ADMIN.password });
  }
}

async function backfill(client: AndonClient): Promise<void> {
  const from = new Date(Date.now() - PAST_MS).toISOString();
  const { data: instances } = await client.ok("GET", "/api/instances");
  for (const { id } of instances) await client.ok("POST", `/api/instances/${id}/backfill`, { from });
}

/** Starts a conversation with the demo assistant; returns its address. */
async function conversation(client: AndonClient): Promise<string> {
  const { data: [provider] } = await client.ok("GET", "/api/ai-providers");
  const path = `/api/ai-providers/${provider.id}/conversation`;
  const { data } = await client.ok("POST", path, { message: "What is wrong on line 2 right now?" });
  return `/assistant?provider=${provider.id}&session=${data.session_id}`;
}

interface Shown {
  pictures: readonly Picture[];
  /** Replaces `:event` and `:stream`. */
  event: number;
  stream: number;
  /** The address of a conversation. */
  chat: string;
}

async function take(baseUrl: string, { pictures, event, stream, chat }: Shown): Promise<void> {
  const binary = findChromium();
  if (binary === undefined) throw new TypeError("There is no Chromium; apt-get install chromium");
  await using browser = await launch(binary);
  for (const theme of ["light", "dark"] as const) {
    for (const size of ["wide", "phone"] as const) {
      for (const { name, path, signedOut, ready, pose } of pictures) {
        const as = signedOut === true ? null : ADMIN;
        const { page } = await browser.open(baseUrl, {
          path: name === "assistant"
            ? chat
            : path.replace(":event", String(event)).replace(":stream", String(stream)),
          theme,
          size,
          as,
        });
        await ready(page);
        await pose?.(page);
        await page.waitForLoadState("networkidle");
        await page.evaluate("document.fonts.ready");
        await Deno.writeFile(`${FOLDER}/${name}-${size}-${theme}.png`, palettePng(await page.screenshot()));
        await page.context().close();
      }
    }
  }
  browser.check();
}

if (import.meta.main) {
  const wanted = new Set(Deno.args);
  const unknown = Deno.args.filter((name) => !PICTURES.some((picture) => picture.name === name));
  if (unknown.length > 0) {
    throw new TypeError(
      `There is no picture ${unknown.join(", ")}; choose from ${PICTURES.map(({ name }) => name).join(", ")}`,
    );
  }
  const pictures = PICTURES.filter(({ name }) => wanted.size === 0 || wanted.has(name));
  await Deno.mkdir(FOLDER, { recursive: true });
  await Deno.writeTextFile(`${FOLDER}/README.md`, indexPage(PICTURES));
  await using dev = await startDev();
  const client = new AndonClient(dev.baseUrl);
  await client.signIn(ADMIN.username, ADMIN.password);
  await workOn(client);
  const event = await liveADay(client);
  const { data: streams } = await client.ok("GET", "/api/streams/active");
  const shown = streams.find(({ stream_name }: { stream_name: string }) =>
    stream_name.endsWith(SHOWN_STREAM)
  );
  const chat = await conversation(client);
  await take(dev.baseUrl, { pictures, event, stream: (shown ?? streams[0]).id, chat });
}
