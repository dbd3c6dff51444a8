import { assertEquals } from "@std/assert";
import { inspectedDifference, streamDifference } from "../../../../domain/asset/stream_difference.ts";
import type { FoundStream, StreamContinuity, StreamRecord } from "../../../../domain/asset/types.ts";
import { cases, fc } from "../../../support/fast_check.ts";

/** A stream goes on as long as its property and type are the same, or it is the only property both times. */
const continuity: StreamContinuity = {
  sourceId: ({ id }) => String(id),
  goOn: (stored, found) =>
    stored.data_type === found.data_type && stored.source.property === found.source.property
      ? found.source
      : null,
};
const AT = "2026-01-31T08:00:00.000Z", PLANT = '["data_hub","t","n"]';

interface Listed extends Partial<FoundStream> {
  name?: string;
  property?: string;
}

/** The stream `id`, or its property `id.Property`, as it is listed. */
function found(
  stream_id: string,
  { name = stream_id, property: value = "Value", ...change }: Listed = {},
): FoundStream {
  return {
    stream_id,
    stream_name: name,
    display_name: name,
    asset_id: "A",
    data_type: "NUM",
    uom: null,
    source: { kind: "data_hub", id: stream_id.split(".")[0], property: value },
    ...change,
  };
}

/** A plant that is listed again and again. */
class Plant {
  records: StreamRecord[] = [];

  list(streams: FoundStream[], { plant = PLANT, at = AT } = {}): this {
    return this.#apply(streamDifference({ stored: this.records, found: streams, plant, at, continuity }));
  }

  inspect(id: number, stream: FoundStream | null, isMissing = false): this {
    const inspected = [{ id, found: stream, isMissing }];
    return this.#apply(
      inspectedDifference(inspected, { stored: this.records, plant: PLANT, at: AT, continuity }),
    );
  }

  #apply(changes: ReturnType<typeof streamDifference>): this {
    for (const { before, after } of changes) {
      if (before === undefined) this.records.push({ ...after, id: this.records.length + 1 });
      else this.records[before.id - 1] = after;
    }
    return this;
  }

  names(): string[] {
    return this.records.filter(({ is_active }) => is_active).map(({ id, stream_name }) =>
      `${id}: ${stream_name}`
    );
  }

  get(id: number): Pick<StreamRecord, "stream_id" | "is_active"> & { gone?: string } {
    const { stream_id, is_active, gone } = this.records[id - 1];
    return { stream_id, is_active, ...gone && { gone: gone.reason } };
  }
}

Deno.test("two namesakes that are new together both get their id; one that comes later gets it alone", () => {
  const plant = new Plant().list([found("a", { name: "T" }), found("b", { name: "T" })]);
  assertEquals(plant.names(), ["1: T (a)", "2: T (b)"]);
  const later = new Plant().list([found("a", { name: "T" })]);
  later.list([found("a", { name: "T" }), found("b", { name: "T" })]);
  assertEquals(later.names(), ["1: T", "2: T (b)"]);
  later.list([found("b", { name: "T" })]);
  assertEquals(later.names(), ["2: T (b)"], "a name stays while it is the same at the source");
  later.list([found("b", { name: "T" }), found("c", { name: "T" })]);
  assertEquals(later.names(), ["2: T (b)", "3: T"]);
  later.list([found("a", { name: "T" }), found("b", { name: "T" }), found("c", { name: "T" })]);
  assertEquals(later.names(), ["1: T (a)", "2: T (b)", "3: T"], "somebody else took it meanwhile");
});

Deno.test("a renamed stream takes its new name, in brackets only where another one has it", () => {
  const plant = new Plant().list([found("a", { name: "T" }), found("b", { name: "U" })]);
  plant.list([found("a", { name: "V" }), found("b", { name: "U" })]);
  assertEquals(plant.names(), ["1: V", "2: U"]);
  plant.list([found("a", { name: "U" }), found("b", { name: "U" })]);
  assertEquals(plant.names(), ["1: U (a)", "2: U"]);
});

Deno.test("two streams that swap their names end with each its own", () => {
  const plant = new Plant().list([found("a", { name: "T" }), found("b", { name: "U" })]);
  plant.list([found("a", { name: "U" }), found("b", { name: "T" })]);
  assertEquals(plant.names(), ["1: U", "2: T"]);
});

Deno.test("the plain name of one stream may be the bracketed name of another", () => {
  const plant = new Plant().list([
    found("a", { name: "T" }),
    found("b", { name: "T" }),
    found("c", { name: "T (a)" }),
  ]);
  assertEquals(plant.names(), ["1: T (a) (a)", "2: T (b)", "3: T (a)"]);
});

Deno.test("a stream whose type gets several values goes on as one of them", () => {
  const plant = new Plant().list([found("a", { name: "T" })]);
  plant.list([
    found("a.Value", { name: "T.Value" }),
    found("a.Other", { name: "T.Other", property: "Other" }),
  ]);
  assertEquals(plant.names(), ["1: T.Value", "2: T.Other"]);
  plant.list([found("a", { name: "T" })]);
  assertEquals([plant.names(), plant.get(2).gone], [["1: T"], "changed"]);
});

Deno.test("another meaning is another stream; the old one comes back with its meaning", () => {
  const plant = new Plant().list([found("a", { name: "T" })]);
  plant.list([found("a", { name: "T", data_type: "STR" })]);
  assertEquals([plant.names(), plant.get(1)], [["2: T"], {
    stream_id: "a",
    is_active: false,
    gone: "changed",
  }]);
  plant.list([found("a", { name: "T" })]);
  assertEquals([plant.names(), plant.get(2)], [["1: T"], {
    stream_id: "a",
    is_active: false,
    gone: "changed",
  }]);
  assertEquals(plant.get(1), { stream_id: "a", is_active: true });
});

Deno.test("a missing stream is inactive; only one that is known to be gone is gone", () => {
  const plant = new Plant().list([found("a"), found("b")]).list([found("b")]);
  assertEquals(plant.get(1), { stream_id: "a", is_active: false });
  assertEquals(plant.inspect(1, null).get(1), { stream_id: "a", is_active: false });
  assertEquals(plant.inspect(1, null, true).get(1), { stream_id: "a", is_active: false, gone: "missing" });
  assertEquals(plant.list([found("b")]).get(1).gone, "missing");
  assertEquals(plant.inspect(1, found("a")).get(1), { stream_id: "a", is_active: true });
});

Deno.test("a look at one stream leaves the others as they are, and their names to them", () => {
  const plant = new Plant().list([
    found("a.Value", { name: "T" }),
    found("a.Other", { name: "U", property: "Other" }),
  ]);
  plant.inspect(1, found("a.Value", { name: "U" }));
  assertEquals(plant.names(), ["1: U (a)", "2: U"]);
  assertEquals(plant.inspect(1, found("a.Value", { name: "U", data_type: "BOOL" })).names(), [
    "2: U",
    "3: U (a)",
  ]);
  assertEquals(plant.get(1).gone, "changed");
});

Deno.test("streams of another plant are gone, and are the same ones when the configuration goes back", () => {
  const plant = new Plant().list([found("a"), found("b")]).list([found("a")]);
  plant.list([found("a")], { plant: "other" });
  assertEquals(plant.names(), ["3: a"]);
  assertEquals([plant.get(1).gone, plant.get(2).gone], ["other_plant", "other_plant"]);
  plant.list([found("a")]);
  assertEquals([plant.names(), plant.get(2).gone, plant.get(3).gone], [["1: a"], "missing", "other_plant"]);
});

Deno.test("streams stored without a plant belong to the first one that lists them", () => {
  const plant = new Plant().list([found("a")]);
  const { plant: _plant, ...unstamped } = plant.records[0];
  plant.records = [unstamped];
  assertEquals(plant.list([found("a")]).records[0].plant, PLANT);
});

Deno.test("the name of a value stays when the quality beside it is recognised, and a stored quality stays", () => {
  const plant = new Plant().list([
    found("a.Level", { name: "T.Level" }),
    found("a.Status", { property: "Status" }),
  ]);
  const recognised = [found("a", { name: "T", former_suffix: ".Level" })];
  const status = found("a.Status", { property: "Status", only_if_stored: true });
  plant.list([...recognised, status]);
  assertEquals(plant.names(), ["1: T.Level", "2: a.Status"]);
  assertEquals(plant.get(1).stream_id, "a.Level");
  assertEquals(new Plant().list([...recognised, status]).names(), ["1: T"]);
  assertEquals("former_suffix" in plant.records[0], false);
});

Deno.test("a stream remembers its units", () => {
  const plant = new Plant().list([found("a", { uom: "bar" })]).list([found("a", { uom: "psi" })]);
  assertEquals(plant.records[0].past_units, [{ uom: "bar", until: AT }]);
});

const listings = fc.array(
  fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("a", "b", "c", "d"),
      name: fc.constantFrom("T", "U", "T (a)", "T (b)", "U (a) (a)"),
      data_type: fc.constantFrom("NUM" as const, "NUM" as const, "STR" as const),
    }),
    { selector: ({ id }) => id },
  ),
  { maxLength: 8 },
);

Deno.test("whatever a source lists, names of active streams differ and each stream keeps its id and meaning", () => {
  fc.assert(
    fc.property(listings, (all) => {
      const plant = new Plant();
      const known = () => plant.records.map(({ id, stream_id, data_type }) => ({ id, stream_id, data_type }));
      for (const listing of all) {
        const before = known();
        plant.list(listing.map(({ id, name, data_type }) => found(id, { name, data_type })));
        const active = plant.records.filter(({ is_active }) => is_active);
        assertEquals(new Set(active.map(({ stream_name }) => stream_name)).size, listing.length);
        assertEquals(active.map(({ stream_id }) => stream_id).sort(), listing.map(({ id }) => id).sort());
        assertEquals(known().slice(0, before.length), before);
      }
    }),
    cases(300),
  );
});
