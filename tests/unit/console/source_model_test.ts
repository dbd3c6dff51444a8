import { assertEquals } from "@std/assert";
import { configOf, valuesOf } from "../../../console/parts/form/kind_values.ts";
import {
  type BrowsePick,
  choicesOf,
  isPicked,
  withoutPick,
  withPick,
} from "../../../console/pages/sources/browse_picks.ts";
import {
  changesConnection,
  isOtherPlant,
  newSourceValues,
  proposedName,
  type Source,
  sourceBody,
  type SourceKind,
  stateText,
  storedValues,
} from "../../../console/pages/sources/source_model.ts";
import { SOURCE_DEFAULTS } from "../../../domain/source/types.ts";

const KIND: SourceKind = {
  kind: "data_hub",
  label: "Broker",
  about: "",
  fields: {
    host: { input: "text", label: "Host" },
    tenant: { input: "text", label: "Tenant" },
    base_url: { input: "text", label: "Address", isOptional: true },
    topics: {
      input: "rows",
      label: "Topics",
      isPicked: true,
      fields: {
        topic: { input: "text", label: "Topic" },
        value: { input: "text", label: "Value", isOptional: true },
        deep: { input: "check", label: "All below" },
      },
    },
  },
  secrets: { password: { label: "Password", pastes: [] } },
  place: ["tenant"],
  stores_arrivals: false,
  is_of_configuration: true,
  defaults: { ...SOURCE_DEFAULTS, poll_seconds: 5 },
  capabilities: { history: true, feed: true, types: true, assets: true, sampled: true },
  is_available: true,
};

const SOURCE: Source = {
  id: 2,
  name: "line2",
  kind: "data_hub",
  config: {
    topics: [{ deep: false, topic: "a", value: "" }],
    host: "h",
    tenant: "t",
    base_url: null,
  },
  is_active: true,
  ...SOURCE_DEFAULTS,
  stored_secrets: ["password"],
  created_at: "2026-01-31T08:00:00.000Z",
  created_by: "admin",
  state: "connected",
  reason: null,
  error_code: null,
  mode: null,
  watermark: null,
  last_answer: null,
  followed_streams: 0,
  requests_left: null,
};

Deno.test("a source that nobody has changed is sent as it is stored, and is not tested again", () => {
  const values = storedValues(KIND, SOURCE);
  const { config, secrets, name } = sourceBody(KIND, values);
  assertEquals([name, secrets], ["line2", {}]);
  assertEquals(config, { host: "h", tenant: "t", base_url: null, topics: [{ topic: "a", deep: false }] });
  assertEquals(changesConnection(KIND, SOURCE, values), false);
  assertEquals(changesConnection(KIND, SOURCE, { ...values, poll_seconds: 9 }), false);
  assertEquals(changesConnection(KIND, SOURCE, { ...values, secrets: { password: "" } }), false);
  assertEquals(changesConnection(KIND, SOURCE, { ...values, secrets: { password: "new" } }), true);
  for (const change of [{ host: "other" }, { base_url: "https://x" }, { topics: [] }]) {
    const changed = { ...values, config: { ...values.config, ...change } };
    assertEquals([changesConnection(KIND, SOURCE, changed), isOtherPlant(KIND, SOURCE, changed)], [
      true,
      false,
    ]);
  }
  assertEquals(isOtherPlant(KIND, SOURCE, { ...values, config: { ...values.config, tenant: "u" } }), true);
});

Deno.test("an empty number is that of the kind, an empty optional text is null", () => {
  const values = storedValues(KIND, SOURCE);
  const body = sourceBody(KIND, {
    ...values,
    poll_seconds: null,
    wait_seconds: null,
    config: { ...values.config, base_url: " " },
  });
  assertEquals([body.poll_seconds, body.wait_seconds, body.config.base_url], [5, null, null]);
});

Deno.test("a new source has a name that is free, and the first of the kind of the configuration is the default", () => {
  assertEquals(proposedName(KIND, []), "default");
  const own = { ...SOURCE, id: 1, name: "default" };
  assertEquals(proposedName(KIND, [own]), "data_hub");
  assertEquals(proposedName(KIND, [own, { ...SOURCE, name: "Data_Hub" }]), "data_hub_2");
  assertEquals(proposedName({ ...KIND, is_of_configuration: false }, []), "data_hub");
  const { config, poll_seconds } = newSourceValues(KIND, []);
  assertEquals([config, poll_seconds], [{ host: "", tenant: "", base_url: "", topics: [] }, 5]);
});

Deno.test("the state of a source says what is wrong with it", () => {
  const told = (change: Partial<Source>) => {
    const { text, isWrong } = stateText({ ...SOURCE, ...change });
    return [text, isWrong];
  };
  assertEquals(told({}), ["Connected", false]);
  assertEquals(told({ is_active: false, state: "none" }), ["Paused", false]);
  assertEquals(told({ state: "none" }), ["Waits for its secret", true]);
  assertEquals(told({ state: "connecting" }), ["Connecting", false]);
  assertEquals(told({ state: "connecting", reason: "No route" }), ["Cannot be reached", true]);
  assertEquals(told({ state: "lost", error_code: "INVALID_CREDENTIALS" }), ["Refuses the credentials", true]);
  assertEquals(told({ state: "lost" }), ["Lost", true]);
});

Deno.test("a stored list whose items have fields comes back as it was", () => {
  const items = [{ topic: "a", value: "v", deep: true }, { topic: "b", deep: false }];
  assertEquals(
    configOf(KIND.fields, valuesOf(KIND.fields, { ...SOURCE.config, topics: items })).topics,
    items,
  );
});

const BLANK = { topic: "", value: "", time: "", deep: false };
const read: BrowsePick = { label: "Read", by: ["topic"], values: { topic: "a" } };
const time: BrowsePick = { label: "Time", by: ["topic"], values: { topic: "a", time: "ts" } };

Deno.test("the first pick of a node adds an item and removes it, further ones set and clear a value in it", () => {
  const chosen = withPick([], read, BLANK);
  assertEquals(chosen, [{ ...BLANK, topic: "a" }]);
  assertEquals([isPicked(chosen, read), isPicked(chosen, time)], [true, false]);
  const timed = withPick(chosen, time, BLANK);
  assertEquals(timed, [{ ...BLANK, topic: "a", time: "ts" }]);
  assertEquals(isPicked(timed, time), true);
  assertEquals(withoutPick(timed, time, { blank: BLANK, isFirst: false }), chosen);
  assertEquals(withoutPick(timed, read, { blank: BLANK, isFirst: true }), []);
});

Deno.test("a node is chosen into a list of ids by its id, and what is below it by what stands after it", () => {
  const field = { input: "picks", rows: 4, below: "/#", label: "Nodes" } as const;
  const node = { id: "s=Line1", name: "Line1", has_children: true, stream: null, picks: [] };
  const [below, ...others] = choicesOf({ node, above: [] }, field, "s=Other\n");
  assertEquals([below?.label, below?.isChosen, others], ["All below it", false, []]);
  assertEquals(below?.toggled(), "s=Other\ns=Line1/#");
  const stream = { type: "NUM", unit: null, value_text: "1" };
  const both = choicesOf({ node: { ...node, stream }, above: ["s=Plant"] }, field, "s=Other\ns=Line1/#");
  assertEquals(both.map(({ label, isChosen }) => [label, isChosen]), [["Read", false], [
    "All below it",
    true,
  ]]);
  assertEquals(both[1]?.toggled(), "s=Other");
  const withAbove = choicesOf({ node: { ...node, stream }, above: ["s=Plant"] }, field, "s=Plant/#");
  assertEquals(withAbove.map(({ isChosen, isWithAbove }) => [isChosen, isWithAbove]), [[true, true], [
    true,
    true,
  ]]);
});
