import { followPush } from "./push_channel.js";

/**
 * The page of active events: read once, then kept fresh by the push channel; shows names only as text. By itself it
 * makes at most nine requests a minute: five tries to connect, and two times the two reads.
 */
const READ_EVERY_MS = 30_000;
const DEADLINE_MS = 4_500;
const MOST_TILES = 500;
const SVG = "http://www.w3.org/2000/svg";
const SESSION_ENDED = 1008;

const SEVERITIES = [
  { name: "critical", title: "Critical", number: 1, shape: octagon },
  { name: "error", title: "Error", number: 2, shape: triangle },
  { name: "warning", title: "Warning", number: 3, shape: diamond },
  { name: "info", title: "Info", number: 4, shape: square },
];

const part = (id) => document.getElementById(id);
const groups = new Map(SEVERITIES.map((severity) => [severity.name, makeGroup(severity)]));
/** In the plant's zone, which the page names. */
const timeZone = document.querySelector("main").dataset.timeZone;
const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
const timeFormat = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium" });
/** The active events by id; undefined until they were read. */
let active;
/** Frames that come while the events are read. */
let meanwhile = [];
let connected = false;
/** What is shown may lack something that no frame will tell. */
let stale = true;
let reading = false;
let readTimer;
let lastReadAt = -READ_EVERY_MS;
let lastGoodAt;
let drawing = false;

part("groups").append(...[...groups.values()].map((group) => group.section));
part("sign-out").addEventListener("click", signOut);
setInterval(showDurations, 1_000);
followPush({
  open: () => new WebSocket(new URL("/api/ws", location.href.replace(/^http/, "ws"))),
  subscribe: ["event_created", "event_updated", "source_state"],
  onUp(resumed) {
    connected = true;
    if (!resumed) stale = true;
    if (stale) readSoon();
    else good();
  },
  onFrame: take,
  onDown({ code }) {
    connected = false;
    if (code === SESSION_ENDED) {
      location.assign("/sign-in");
      return false;
    }
    if (lastGoodAt !== undefined) showProblem(new Error("The connection is interrupted"));
    readSoon();
  },
});

/** Reads everything, at most once in 30 s; without a connection it does so again and again. */
function readSoon() {
  clearTimeout(readTimer);
  readTimer = setTimeout(readIfNeeded, Math.max(0, lastReadAt + READ_EVERY_MS - performance.now()));
}

function readIfNeeded() {
  if (!reading && (stale || !connected)) readAll();
}

async function readAll() {
  reading = true;
  lastReadAt = performance.now();
  stale = !connected;
  meanwhile = [];
  try {
    const [events, tags] = await Promise.all([read("/api/rule-events/active"), read("/api/system-tags")]);
    active = new Map(events.map((event) => [event.id, event]));
    for (const frame of meanwhile) applyEvent(frame.data);
    showTags(tags);
    good();
    draw();
    if (!connected) showProblem(new Error("Live updates are interrupted; asking every 30 s"));
  } catch (error) {
    showProblem(error);
    stale = true;
  }
  reading = false;
  if (stale || !connected) readSoon();
}

async function read(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(DEADLINE_MS) });
  if (answer.status === 401) location.assign("/sign-in");
  const envelope = await answer.json();
  if (!envelope.success) throw new Error(envelope.error);
  return envelope.data;
}

function take(frame) {
  lastGoodAt = new Date();
  if (frame.kind === "resync") {
    stale = true;
    readSoon();
  }
  if (frame.kind === "source_state") showSourceState(frame);
  if (frame.kind !== "event_created" && frame.kind !== "event_updated") return;
  if (reading) meanwhile.push(frame);
  if (active === undefined) return;
  applyEvent(frame.data);
  draw();
}

function applyEvent(event) {
  if (event.is_active && !event.deleted) active.set(event.id, event);
  else active.delete(event.id);
}

function good() {
  lastGoodAt = new Date();
  part("problem").hidden = true;
}

/** Many frames at once are drawn once. */
function draw() {
  if (drawing) return;
  drawing = true;
  setTimeout(() => {
    drawing = false;
    if (active === undefined) return;
    const shown = [...active.values()].filter((event) => !isShelved(event));
    showEvents(shown.sort(newestFirst), active.size - shown.length);
  }, 50);
}

/** A frame comes when a shelf ends, and the fields are null again. */
function isShelved(event) {
  return event.shelved_until !== null && Date.parse(event.shelved_until) > Date.now();
}

function newestFirst(a, b) {
  return Date.parse(b.start_time) - Date.parse(a.start_time) || b.id - a.id;
}

async function signOut() {
  try {
    const answer = await fetch("/api/auth/logout", {
      method: "POST",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!answer.ok && answer.status !== 401) throw new Error("Signing out did not work");
    location.assign("/sign-in");
  } catch (error) {
    showProblem(error);
  }
}

function showProblem(error) {
  const reason = error instanceof TypeError || error.name === "TimeoutError"
    ? "Andon cannot be reached"
    : error.message;
  const since = lastGoodAt === undefined ? "" : ` Shown as of ${timeFormat.format(lastGoodAt)}.`;
  const problem = part("problem");
  const text = `${reason}. Trying again.${since}`;
  if (problem.textContent !== text) problem.textContent = text;
  problem.hidden = false;
  setText(part("source"), "");
  if (lastGoodAt === undefined) part("note").hidden = true;
}

function showEvents(events, shelved) {
  setText(part("count"), `${events.length} active${shelved > 0 ? `, ${shelved} shelved` : ""}`);
  const note = part("note");
  note.hidden = events.length > 0;
  setText(note, "No active events.");
  for (const [name, group] of groups) {
    showGroup(group, events.filter((event) => event.severity === name));
  }
}

function makeGroup(severity) {
  const section = document.createElement("section");
  const heading = document.createElement("h2");
  const list = document.createElement("ul");
  const more = document.createElement("p");
  more.className = "note";
  section.setAttribute("aria-label", severity.title);
  section.hidden = true;
  section.append(heading, list, more);
  return { severity, section, heading, list, more, tiles: new Map() };
}

function showGroup(group, events) {
  const { severity, section, heading, list, more, tiles } = group;
  section.hidden = events.length === 0;
  setText(heading, `${severity.title} (${events.length})`);
  const shown = events.slice(0, MOST_TILES);
  more.hidden = shown.length === events.length;
  setText(more, `and ${events.length - shown.length} more`);
  const ids = new Set(shown.map((event) => event.id));
  for (const [id, tile] of tiles) {
    if (ids.has(id)) continue;
    tile.item.remove();
    tiles.delete(id);
  }
  shown.forEach((event, index) => {
    const tile = tiles.get(event.id) ?? makeTile(severity);
    tiles.set(event.id, tile);
    fillTile(tile, event);
    if (list.children[index] !== tile.item) list.insertBefore(tile.item, list.children[index] ?? null);
  });
}

function makeTile(severity) {
  const item = document.createElement("li");
  item.className = `s${severity.number}`;
  const name = line("span", "v");
  const duration = line("span", "u");
  const instance = line("span", "n");
  const start = line("time", "n");
  const description = line("span", "n");
  item.append(glyph(severity), name, duration, instance, start, description);
  return { item, name, duration, instance, start, description, startMs: 0 };
}

function fillTile(tile, event) {
  tile.startMs = Date.parse(event.start_time);
  setName(tile.name, event.event_name);
  setText(tile.duration, durationText(Date.now() - tile.startMs));
  setText(tile.instance, `${event.template_instance} · #${event.id}`);
  tile.start.dateTime = event.start_time;
  const unknown = event.data_state === "unknown";
  setText(tile.start, `Since ${startText(tile.startMs)}${unknown ? " · data unknown" : ""}`);
  tile.item.classList.toggle("unknown", unknown);
  setText(tile.description, event.event_description);
  tile.description.hidden = event.event_description === "";
}

function showDurations() {
  for (const group of groups.values()) {
    for (const tile of group.tiles.values()) {
      setText(tile.duration, durationText(Date.now() - tile.startMs));
    }
  }
}

function showSourceState({ at, data: { state, watermark } }) {
  const lagMs = watermark === null ? null : Date.parse(at) - Date.parse(watermark);
  showSource(state === "connected", lagMs);
}

function showTags(tags) {
  const value = (name) => tags.find((tag) => tag.tag_name === name)?.value;
  const lag = value("SYS.SOURCE.LAG_SECONDS");
  showSource(value("SYS.SOURCE.CONNECTED") === true, typeof lag === "number" ? lag * 1_000 : null);
}

function showSource(up, lagMs) {
  const source = part("source");
  source.classList.toggle("up", up);
  source.classList.toggle("down", !up);
  const behind = lagMs !== null && lagMs >= 60_000 ? `, ${durationText(lagMs)} behind` : "";
  setText(source, up ? `Source connected${behind}` : "Source not connected");
}

/** Setting the same text again would be read out again. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A dotted name may break after its dots. */
function setName(element, name) {
  if (element.textContent === name) return;
  const parts = name.split(/(?<=[._/-])/);
  element.replaceChildren(...parts.flatMap((part) => [part, document.createElement("wbr")]));
}

function line(tag, className) {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function startText(ms) {
  const day = dayFormat.format(ms);
  const today = day === dayFormat.format(Date.now());
  return today ? timeFormat.format(ms) : `${day} ${timeFormat.format(ms)}`;
}

function durationText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

function glyph(severity) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "g");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", severity.title);
  const shape = severity.shape();
  shape.setAttribute("class", `f${severity.number}`);
  const number = document.createElementNS(SVG, "text");
  number.setAttribute("class", `k i${severity.number}`);
  number.setAttribute("x", "10");
  number.setAttribute("y", severity.number === 2 ? "17" : "14");
  number.textContent = String(severity.number);
  svg.append(shape, number);
  return svg;
}

function octagon() {
  return polygon("6.3,1 13.7,1 19,6.3 19,13.7 13.7,19 6.3,19 1,13.7 1,6.3");
}

function triangle() {
  return polygon("10,1 19.5,19 0.5,19");
}

function diamond() {
  return polygon("10,1 19,10 10,19 1,10");
}

function square() {
  const shape = document.createElementNS(SVG, "rect");
  for (const [name, value] of [["x", 2], ["y", 2], ["width", 16], ["height", 16], ["rx", 2]]) {
    shape.setAttribute(name, String(value));
  }
  return shape;
}

function polygon(points) {
  const shape = document.createElementNS(SVG, "polygon");
  shape.setAttribute("points", points);
  return shape;
}
