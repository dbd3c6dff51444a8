import { assertEquals, assertThrows } from "@std/assert";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import {
  all,
  comparison,
  EngineHarness,
  instance,
  known,
  notRead,
  rule,
  sample,
  secs,
  streams,
  upsert,
  written,
} from "./engine_harness.ts";

Deno.test("deploy() evaluates the deployment instant on what is known, and flags its events as initial", () => {
  const harness = new EngineHarness();
  const held = known(1, sample(-50, 81));
  assertEquals(harness.deploy(instance([rule()]), [held]), ["opened -1@-1 initial"]);
  const later = new EngineHarness();
  assertEquals(later.deploy(instance([rule({ onDelay: secs(10) })]), [held]), []);
  assertEquals(later.advance(20), ["opened -1@9 initial"]);
});

Deno.test("deploy() of a FALSE rule flags nothing: its first TRUE is not initial", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]), [known(1, sample(-50, 79))]);
  assertEquals(harness.play([upsert(0, 81)]), ["opened 0@0"]);
});

Deno.test("deploy() ahead of the watermark: samples up to it are no instants, but are held", () => {
  const harness = new EngineHarness();
  const ahead = instance([rule()], { instanceId: 2, deployedAt: secs(10) });
  harness.deploy(instance([rule()]));
  harness.offer(upsert(3, 81), upsert(5, 79), upsert(10, 82));
  assertEquals(harness.engine.known(ahead), [known(1, sample(10, 82))]);
  assertEquals(harness.deploy(ahead, harness.engine.known(ahead)), ["opened 10@10 initial"]);
  harness.offer(upsert(7, 70));
  assertEquals(harness.advance(10), ["opened 3@3", "closed 3-5@5", "opened 10@10"]);
  assertEquals(harness.play([upsert(12, 79)], 12), ["closed 10-12@12", "closed 10-12@12"]);
});

Deno.test("deploy() ahead of the watermark leaves the evaluated samples of streams unchanged", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]));
  harness.offer(upsert(3, 81));
  harness.deploy(instance([rule()], { instanceId: 2, deployedAt: secs(10) }), [known(1, sample(3, 81))]);
  assertEquals(harness.engine.held(1), known(1));
});

Deno.test("Engine: a sample that arrives late before a deployment keeps its age", () => {
  const harness = new EngineHarness();
  const aged = rule({ expression: comparison({ maxAge: secs(60) }) });
  harness.deploy(instance([aged], { deployedAt: secs(10) }), [known(1, sample(0, 81))]);
  harness.offer(upsert(8, 82));
  assertEquals(harness.advance(67.9999999), []);
  assertEquals(harness.advance(68), ["unknown@68"]);
});

Deno.test("known() returns the newest sample, waiting or evaluated, and the newest good one if that is another", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]));
  harness.play([upsert(0, 70), upsert(1, 71)], 1);
  harness.offer(upsert(3, "bad"), upsert(2, 72), upsert(9, 99));
  const at = (seconds: number) => harness.engine.known(instance([rule()], { deployedAt: secs(seconds) }))[0];
  assertEquals(at(1), known(1, sample(1, 71)));
  assertEquals(at(2), known(1, sample(2, 72)));
  assertEquals(at(5), known(1, sample(3, null, "bad"), sample(2, 72)));
  assertEquals(new EngineHarness().engine.known(instance([rule()])), [notRead(1)]);
});

Deno.test("firstRead() evaluates once at the watermark, with onset there and the flag initial", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]), [notRead(1)]);
  harness.play([upsert(0, 82)], 5);
  assertEquals([harness.state().truth, harness.engine.unread()], ["unknown", [1]]);
  assertEquals(written(harness.engine.firstRead(known(1, sample(-9, 70)), secs(5))), ["opened 5@5 initial"]);
  assertEquals([harness.engine.unread(), harness.engine.bound()], [[], [1]]);
  assertEquals(harness.engine.firstRead(known(1, sample(4, 70)), secs(5)), []);
});

Deno.test("firstRead() before the watermark has reached the deployment evaluates at the deployment", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()], { deployedAt: secs(10) }), [notRead(1)]);
  assertEquals(written(harness.engine.firstRead(known(1, sample(-9, 81)), secs(5))), [
    "opened 10@10 initial",
  ]);
});

Deno.test("firstRead() of one stream leaves the others UNKNOWN, and `any` needs only one", () => {
  const harness = new EngineHarness();
  const two = streams({ 1: "NUM", 2: "NUM" });
  const any = rule({ expression: { kind: "any", of: [comparison(), comparison({ stream: 2 })] } });
  const every = rule({ ruleId: "r2", expression: all(comparison(), comparison({ stream: 2 })) });
  harness.deploy(instance([any, every], { streams: two }), [notRead(1), notRead(2)]);
  assertEquals(written(harness.engine.firstRead(known(1, sample(-5, 81)), secs(-1))), [
    "opened -1@-1 initial",
  ]);
  assertEquals(harness.engine.state(1)?.map((each) => each.truth), ["true", "unknown"]);
});

Deno.test("firstRead() offers samples above the watermark, and ignores those after its end", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]), [notRead(1)]);
  assertEquals(harness.engine.firstRead(known(1, sample(3, 81)), secs(5)), []);
  assertEquals(harness.advance(10), ["opened 3@3"]);
  const late = new EngineHarness();
  late.deploy(instance([rule()]), [notRead(1)]);
  late.engine.firstRead(known(1, sample(3, 81)), secs(2));
  assertEquals(late.advance(10), []);
});

Deno.test("deploy() that knows a stream is the first read for all rules that wait for it", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]), [notRead(1)]);
  const second = instance([rule()], { instanceId: 2, deployedAt: secs(1) });
  assertEquals(harness.deploy(second, [known(1, sample(-5, 81))]), [
    "opened -1@-1 initial",
    "opened 1@1 initial",
  ]);
});

Deno.test("deploy() refuses invalid rules, and leaves no rows", () => {
  const harness = new EngineHarness();
  const stranger = rule({ expression: comparison({ operands: [{ stream: 9 }] }) });
  assertThrows(() => harness.deploy(instance([rule(), stranger])), RangeError, "stream 9");
  const long = rule({ expression: all(...Array.from({ length: 51 }, () => comparison())) });
  assertThrows(() => harness.deploy(instance([long])), RangeError, "51 comparisons");
  assertEquals(harness.engine.bound(), []);
  harness.deploy(instance([rule()]));
  assertThrows(() => harness.deploy(instance([rule()], { deployment: 2 })), RangeError, "already deployed");
  assertEquals(new Engine().watermark, -Infinity);
});

Deno.test("firstRead() ahead of the watermark uses the waiting samples of the other streams", () => {
  const harness = new EngineHarness();
  const both = rule({ expression: all(comparison(), comparison({ stream: 2 })) });
  const deployed = instance([both], { deployedAt: secs(10), streams: streams({ 1: "NUM", 2: "NUM" }) });
  harness.deploy(deployed, [known(1), notRead(2)]);
  harness.offer(upsert(4, 81), upsert(11, 70));
  assertEquals(written(harness.engine.firstRead(known(2, sample(-5, 81)), secs(5))), [
    "opened 10@10 initial",
  ]);
  assertEquals([harness.engine.held(1), harness.advance(12)], [known(1), ["closed 10-11@11"]]);
});

Deno.test("hold() ignores an unread stream: its rules wait for their own first read", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]), [notRead(1)]);
  harness.advance(5);
  harness.engine.hold(known(1, sample(4, 81)));
  assertEquals(harness.engine.unread(), [1]);
  assertEquals(written(harness.engine.firstRead(known(1, sample(4, 81)), secs(5))), ["opened 5@5 initial"]);
});
