import { assertEquals } from "@std/assert";
import { createApi } from "../../../console/api/client.ts";
import { ApiProblem } from "../../../console/api/problem.ts";
import { createReadLimit } from "../../../console/api/read_limit.ts";
import { calmed } from "../../../console/parts/form/retry_wait.ts";
import { turnedClock } from "./support.ts";

const DONE = Response.json({ success: true, data: [] });
const refusal = (seconds: string | null) =>
  new Response("{}", { status: 429, headers: seconds === null ? {} : { "Retry-After": seconds } });

/** A client whose server gives these answers in turn, then succeeds; `sent` says when and what it was asked. */
function scene(...answers: Response[]) {
  Object.assign(globalThis, { location: { origin: "http://andon.example" } });
  const { clock, turn } = turnedClock();
  const readLimit = createReadLimit(clock);
  const sent: [ms: number, method: string][] = [];
  const api = createApi({
    readLimit,
    renewed: () => Promise.reject(new TypeError("Nobody is to sign in")),
    send({ method }) {
      sent.push([clock.now(), method]);
      return Promise.resolve(answers.shift() ?? DONE.clone());
    },
  });
  const read = async () => (await api.GET("/api/packages")).response.status;
  /** Lets everything happen that waits for no timer, then turns the clock. */
  const reach = async (ms: number) => {
    await settled();
    turn(ms);
    await settled();
  };
  return { api, readLimit, sent, read, reach };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("a read that a rate limit refuses is sent again when the limit says so", async () => {
  const { read, reach, readLimit, sent } = scene(refusal("12"));
  const answered = read();
  await reach(0);
  assertEquals(readLimit.goesOnAtMs.value, 12_000);
  await reach(11_999);
  assertEquals(sent.length, 1);
  await reach(12_000);
  assertEquals([await answered, readLimit.goesOnAtMs.value], [200, null]);
  assertEquals(sent, [[0, "GET"], [12_000, "GET"]]);
});

Deno.test("further reads are not sent while one waits, and a second refusal makes them wait again", async () => {
  const { read, reach, sent } = scene(refusal("5"), refusal("60"));
  const first = read();
  await reach(1_000);
  const second = read();
  await reach(4_999);
  assertEquals(sent.length, 1);
  await reach(5_000);
  await reach(65_000);
  assertEquals([await first, await second], [200, 200]);
  assertEquals(sent.map(([ms]) => ms), [0, 5_000, 5_000, 65_000]);
});

Deno.test("a write is refused at once and sent while reads wait", async () => {
  const { api, read, reach, sent } = scene(refusal("5"), refusal("5"));
  const waiting = read();
  await reach(0);
  const { response } = await api.POST("/api/packages", { body: { name: "Pumps" } });
  assertEquals(response.status, 429);
  await reach(5_000);
  assertEquals([await waiting, sent.map(([, method]) => method)], [200, ["GET", "POST", "GET"]]);
});

Deno.test("a refusal that does not say when to try again is an answer", async () => {
  const { read } = scene(refusal(null));
  assertEquals(await read(), 429);
});

Deno.test("a form counts the seconds of a refusal down in place of its message", () => {
  const details = { retry_after_seconds: 12 };
  const problem = (message: string, code = "RATE_LIMITED") => new ApiProblem(message, { code, details });
  assertEquals(calmed(problem("Too many attempts; try again in 12 s")).message, "Too many attempts");
  assertEquals(calmed(problem("Too many attempts", "OTHER")).message, "Too many attempts");
});
