import { assertEquals } from "@std/assert";
import {
  type Existing,
  leftSteps,
  shownSteps,
  stepsOf,
} from "../../../console/pages/overview/first_steps_model.ts";
import { ALL_STEPS } from "../../../console/shell/preferences.ts";

type KnownSource = Existing["sources"][number];

const source = (changes: Partial<KnownSource> = {}): KnownSource => ({
  state: "connected",
  error_code: null,
  watermark: null,
  ...changes,
});

const NOTHING: Existing = {
  sources: [],
  assets: 0,
  locations: 0,
  templates: 0,
  deployed: 0,
  isCalled: false,
  screens: 0,
};
const ALL: Existing = {
  sources: [source()],
  assets: 1,
  locations: 1,
  templates: 1,
  deployed: 1,
  isCalled: true,
  screens: 1,
};

const idsOf = (steps: readonly { id: string }[]) => steps.map(({ id }) => id).join();
const doneOf = (existing: Existing) => idsOf(stepsOf(existing).filter(({ isDone }) => isDone));
const mayAll = () => true;

Deno.test("the first steps lead from the source to the screen", () => {
  assertEquals(idsOf(stepsOf(NOTHING)), "source,streams,plant,rule,instance,contact,screen");
  assertEquals(doneOf(NOTHING), "");
  assertEquals(leftSteps(stepsOf(ALL), mayAll), []);
});

Deno.test("a first step is done when what it makes exists, and not again when that is gone", () => {
  const each = {
    source: { sources: [source()] },
    streams: { assets: 1 },
    plant: { locations: 1 },
    rule: { templates: 1 },
    instance: { deployed: 1 },
    contact: { isCalled: true },
    screen: { screens: 1 },
  };
  for (const [id, made] of Object.entries(each)) assertEquals(doneOf({ ...NOTHING, ...made }), id);
});

Deno.test("the source's step is done once it has answered, and not while it refuses the credentials", () => {
  const isDone = (changes: Partial<KnownSource>) =>
    doneOf({ ...NOTHING, sources: [source(changes)] }) === "source";
  assertEquals(isDone({ state: "connecting" }), false);
  assertEquals(isDone({ state: "lost", watermark: "2026-01-31T08:00:00Z" }), true);
  assertEquals(isDone({ state: "lost", watermark: null, error_code: "CONNECTION_FAILED" }), false);
  assertEquals(
    isDone({ state: "lost", watermark: "2026-01-31T08:00:00Z", error_code: "INVALID_CREDENTIALS" }),
    false,
  );
  const refused = source({ state: "lost", error_code: "INVALID_CREDENTIALS" });
  assertEquals(
    doneOf({ ...NOTHING, sources: [refused, source()] }),
    "source",
    "of any kind, any one of them",
  );
});

Deno.test("the source's step leads to what somebody has, and to the sources once there is one", () => {
  const hrefOf = (sources: KnownSource[]) => stepsOf({ ...NOTHING, sources })[0]?.href;
  assertEquals([hrefOf([]), hrefOf([source()])], ["/settings/sources/new", "/settings"]);
});

Deno.test("steps are dismissed one by one or all, and those of others are not left to oneself", () => {
  const steps = stepsOf(NOTHING);
  assertEquals(idsOf(shownSteps(steps, "plant,screen")), "source,streams,rule,instance,contact");
  assertEquals(shownSteps(steps, ALL_STEPS), []);
  assertEquals(idsOf(leftSteps(steps, (call) => call === "POST /api/plant-model")), "plant");
  assertEquals(
    idsOf(stepsOf({ ...NOTHING, screens: undefined })),
    "source,streams,plant,rule,instance,contact",
  );
});
