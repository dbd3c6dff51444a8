import { assertEquals } from "@std/assert";
import { newDelivery } from "../../domain/notification/delivery.ts";
import { addDelivery } from "../../storage/writes/notification.ts";
import { newUlid } from "../../storage/writes/ulid.ts";
import { type ApiContract, apiContract } from "../support/api_contract.ts";
import { fuzzedSystem } from "../support/fuzzed_system.ts";
import { inParallel } from "../support/in_parallel.ts";
import type { RunningSystem } from "../support/running_system.ts";
import type { Json } from "./support.ts";

const DAY_MS = 24 * 3_600_000;

/** What no request of the house brings about: that people were told of its event. */
async function toldOf({ andon }: RunningSystem): Promise<void> {
  const nowMs = Date.now();
  const drafts = [1, 2, 3].map((step) =>
    newDelivery({
      ...{
        key: `e1/created/1/0/${step}/c1`,
        event_key: "event/1",
        reason: "opened",
        policy_id: 1,
        step,
        round: 0,
      },
      target: { contact_point_id: 1, user_id: null, address: null },
      ...{ event_ids: [1], severity: "critical", escalates: true, due_at_ms: nowMs, otherwise: [] },
    }, { id: newUlid(nowMs - step * DAY_MS, Math.random), nowMs: nowMs - step * DAY_MS })
  );
  await andon.storage.notifications.commit(drafts.flatMap(addDelivery));
}

/** A number as the document describes it. */
interface NumericSchema {
  type: "integer" | "number";
  minimum?: number;
  exclusiveMinimum?: number;
  maximum: number;
}

/** What each text of a field must be answered with. */
interface Expected {
  fits: string[];
  fails: string[];
}

const NO_NUMBERS = ["NaN", "Infinity", "-Infinity", "0x10", "1_000", "1,5", "1e", " 1", "+1", "-0", "-1"];
const HUGE = ["1e308", "9".repeat(309), "9".repeat(3_000), `0.${"0".repeat(400)}1`];

/** Borders, what is just outside, fractions, exponents and what is no number. */
function textsFor({ type, minimum, exclusiveMinimum, maximum }: NumericSchema): Expected {
  const fails = [...NO_NUMBERS, ...HUGE, String(BigInt(maximum) + 1n), ""];
  if (type === "number") {
    // A number of hours: above 0.
    assertEquals(exclusiveMinimum, 0);
    const inside = [1e-9, 1e-300, 0.0123456789, maximum / 7, maximum * 0.8127625, maximum - 1e-9, maximum];
    const written = ["7.52", "23.999999999999999999999999999999999", "1e0", "1E-3", "2.5e+0", "1.0", "01"];
    return { fits: [...inside.map(String), ...written], fails: [...fails, "0", "0.0", `${maximum}.0001`] };
  }
  const least = minimum ?? NaN;
  return {
    fits: [least, least + 1, Math.floor(maximum / 2), maximum - 1, maximum].map(String),
    fails: [...fails, String(least - 1), `${least}.5`, `${least}.0`, `${least}e0`, "1e-300"],
  };
}

interface NumericField {
  /** With its ids filled in, and what else the operation needs. */
  path: string;
  name: string;
  schema: NumericSchema;
}

const IDS: Readonly<Record<string, string>> = { name: "press", file: "1.ics" };

/** The query fields of all reads that are numbers. */
function numericFields({ document }: ApiContract): NumericField[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) => {
    const named = path.replaceAll(/\{(\w+)\}/g, (_, name) => IDS[name] ?? "1");
    return Object.entries<Json>(methods).flatMap(([method, { parameters = [] }]) => {
      if (method !== "get") return [];
      const query: Json[] = parameters.filter((one: Json) => one.in === "query");
      const numbers = query.filter(({ schema }) => ["integer", "number"].includes(schema.type));
      const needed = query.filter(({ required }) => required).map(({ name, example }) =>
        `${name}=${example}`
      );
      return numbers.map(({ name, schema }): NumericField => ({
        path: `${named}?${needed.map((one) => `${one}&`).join("")}`,
        name,
        schema,
      }));
    });
  });
}

/** The requests to paths whose integer ids are written as no id is. */
function* misnamed({ operations, document }: ApiContract): Generator<{ method: string; path: string }> {
  const texts = ["0", "-0", "-1", "1.5", "1.0", "1e0", "1E0", "+1", "01", "0x1", "NaN", "1e308", "1e-300"];
  for (const { method, path } of operations) {
    const { parameters = [] } = document.paths[path][method.toLowerCase()];
    const ids: Json[] = parameters.filter((one: Json) => one.in === "path" && one.schema.type === "integer");
    for (const { name } of ids) {
      for (const text of [...texts, "9007199254740992", "9".repeat(309), "1%20", "%201"]) {
        const named = path.replace(`{${name}}`, text);
        yield { method, path: named.replaceAll(/\{(\w+)\}/g, (_, other) => IDS[other] ?? "1") };
      }
    }
  }
}

Deno.test("each numeric query field takes its stated range in every spelling, and refuses the rest by name", async () => {
  const contract = await apiContract();
  await using on = await fuzzedSystem();
  await toldOf(on);
  const wrong: string[] = [];
  const requests = numericFields(contract).flatMap(({ path, name, schema }) => {
    const { fits, fails } = textsFor(schema);
    return [...fits.map((text) => ({ text, isFit: true })), ...fails.map((text) => ({ text, isFit: false }))]
      .map((each) => ({ ...each, name, path: `${path}${name}=${encodeURIComponent(each.text)}` }));
  });
  await inParallel(requests, {
    atOnce: 8,
    async work({ path, name, isFit }) {
      const { status, body } = await on.client.send("GET", path);
      const isNamed = body?.details?.issues?.[0]?.path === name;
      const isTaken = status === 200 || /^source_id: Source \d+ does not exist$/.test(body?.error);
      if (isFit ? !isTaken : status !== 400 || !isNamed) {
        wrong.push(`${path.slice(0, 120)}: ${status} ${body?.error}`);
      }
    },
  });
  assertEquals(wrong, []);
  assertEquals(on.logged.filter((line) => line.startsWith("error")), []);
});

Deno.test("an id of a path that is no whole number names nothing", async () => {
  const contract = await apiContract();
  await using on = await fuzzedSystem();
  const wrong: string[] = [];
  await inParallel(misnamed(contract), {
    atOnce: 8,
    async work({ method, path }) {
      const { status, body } = await on.client.send(method, path);
      if (status !== 404) wrong.push(`${method} ${path.slice(0, 120)}: ${status} ${body?.error}`);
    },
  });
  assertEquals(wrong, []);
  assertEquals(on.logged.filter((line) => line.startsWith("error")), []);
});
