import { assert, assertEquals } from "@std/assert";
import {
  type ResponseDeadlineOptions,
  ResponseDeadlines,
} from "../../../../cluster/forwarding/response_deadlines.ts";

const SILENCE_MS = 5_000, LOOK_MS = 100;

/** ResponseDeadlines whose time is turned by hand, look by look. */
class TurnedWaits {
  readonly ending = new AbortController();
  readonly waits: ResponseDeadlines;
  nowMs = 0;
  looking: (() => void) | undefined;

  constructor() {
    this.waits = new ResponseDeadlines({
      ...{ silenceMs: SILENCE_MS, now: () => this.nowMs, ending: this.ending.signal },
      every: (ms, look) => {
        assertEquals(ms, LOOK_MS);
        this.looking = look;
        return () => this.looking = undefined;
      },
    });
  }

  begin(changes: Partial<ResponseDeadlineOptions> = {}) {
    let over = 0;
    const ask = () => Promise.resolve(false);
    const wait = this.waits.begin({ firstMs: SILENCE_MS, isInVain: () => false, ask, ...changes });
    wait.onOver = () => void over++;
    return { wait, times: () => over };
  }

  /** What is asked is answered before the next look. */
  async turn(ms: number): Promise<void> {
    for (const end = this.nowMs + ms; this.nowMs < end;) {
      this.nowMs += LOOK_MS;
      this.looking?.();
      await Promise.resolve();
    }
  }
}

Deno.test("a wait ends once, when its first time has gone by without a sign of life, and no sooner", async () => {
  const turned = new TurnedWaits();
  const [short, long] = [turned.begin({ firstMs: 1_000 }), turned.begin()];
  await turned.turn(900);
  assertEquals([short.wait.isOver, short.times()], [false, 0]);
  await turned.turn(100);
  assertEquals([short.wait.isOver, short.times(), long.times()], [true, 1, 0]);
  await turned.turn(4_000);
  assertEquals([short.times(), long.times()], [1, 1]);
});

Deno.test("a wait goes on as long as signs of life come, asked for five times within the longest silence", async () => {
  const turned = new TurnedWaits();
  let lives = true, asked = 0;
  const { wait } = turned.begin({
    ask: () => {
      asked++;
      return Promise.resolve(lives);
    },
  });
  await turned.turn(20_000);
  assertEquals([wait.isOver, asked], [false, 20]);
  lives = false;
  await turned.turn(4_900);
  assert(!wait.isOver);
  await turned.turn(100);
  assert(wait.isOver);
});

Deno.test("a wait in vain ends at the next look, and one that is disposed of is looked at no more", async () => {
  const turned = new TurnedWaits();
  let isInVain = false;
  const vain = turned.begin({ isInVain: () => isInVain }), left = turned.begin({ firstMs: 300 });
  await turned.turn(100);
  left.wait[Symbol.dispose]();
  isInVain = true;
  await turned.turn(LOOK_MS);
  assertEquals([vain.times(), left.times()], [1, 0]);
  await turned.turn(1_000);
  assertEquals([vain.times(), left.times(), left.wait.isOver], [1, 0, false]);
});

Deno.test("one timer serves all waits, and none runs when there is none", async () => {
  const turned = new TurnedWaits();
  assertEquals(turned.looking, undefined);
  const waits = [turned.begin(), turned.begin()], { looking } = turned;
  assert(looking !== undefined && turned.looking === looking);
  for (const { wait } of waits) wait[Symbol.dispose]();
  await turned.turn(LOOK_MS);
  assertEquals(turned.looking, undefined);
  turned.begin();
  assert(turned.looking !== undefined);
});

Deno.test("at the end all waits end, and one that begins after it ends at once", () => {
  const turned = new TurnedWaits();
  const waits = [turned.begin(), turned.begin()];
  turned.ending.abort();
  assertEquals(waits.map(({ times }) => times()), [1, 1]);
  assertEquals([turned.begin().wait.isOver, turned.looking], [true, undefined]);
});
