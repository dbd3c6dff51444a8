import { assertEquals } from "@std/assert";
import { createApi } from "../../../console/api/client.ts";
import type { DeskCalls } from "../../../console/api/desk_calls.ts";

const HEADER = "x-desk-confirmation";
const NEEDED = { success: false, error: "Who?", details: { desk_confirmation: "required" } };
const DONE = { success: true, message: "Done" };

interface Scene {
  desk?: DeskCalls;
  /** Whether somebody signs in again; without it that fails the test. */
  renewed?(): Promise<void>;
  /** The answer to a request with this confirmation. */
  answer(confirmation: string | null): { status: number; body: unknown };
}

/** An API client whose server answers by the confirmation, and the confirmations that were sent. */
function scene({ desk, renewed, answer }: Scene) {
  Object.assign(globalThis, { location: { origin: "http://andon.example" } });
  const sent: (string | null)[] = [];
  const api = createApi({
    desk,
    renewed: renewed ?? (() => Promise.reject(new TypeError("Nobody is to sign in"))),
    send: (request) => {
      const confirmation = request.headers.get(HEADER);
      sent.push(confirmation);
      const { status, body } = answer(confirmation);
      return Promise.resolve(Response.json(body, { status }));
    },
  });
  return { api, sent };
}

const onlyBy = (wanted: string) => (confirmation: string | null) =>
  confirmation === wanted ? { status: 200, body: DONE } : { status: 401, body: NEEDED };

/** A desk at which the next person who is asked confirms with this text; undefined: closes the dialog. */
function deskOf(next: string | undefined, before?: string) {
  let confirmation = before, asked = 0;
  const desk: DeskCalls = {
    confirmation: () => confirmation,
    ask() {
      asked++;
      confirmation = next;
      return Promise.resolve(next !== undefined);
    },
  };
  return { desk, asked: () => asked };
}

const acknowledge = (api: ReturnType<typeof createApi>) =>
  api.POST("/api/rule-events/{id}/acknowledge", { params: { path: { id: 1 } } });

Deno.test("the client asks who acts and sends the action again with the confirmation", async () => {
  const { desk, asked } = deskOf("anna");
  const { api, sent } = scene({ desk, answer: onlyBy("anna") });
  assertEquals((await acknowledge(api)).response.status, 200);
  await acknowledge(api);
  assertEquals([sent, asked()], [[null, "anna", "anna"], 1]);
});

Deno.test("the client asks again when the confirmation is over, and only once for many actions", async () => {
  const { desk, asked } = deskOf("ben", "anna");
  const { api, sent } = scene({ desk, answer: onlyBy("ben") });
  const answers = await Promise.all([acknowledge(api), acknowledge(api), acknowledge(api)]);
  assertEquals(answers.map(({ response }) => response.status), [200, 200, 200]);
  assertEquals([sent.filter((one) => one === "anna").length, asked()], [3, 1]);
});

Deno.test("an action that nobody confirms fails with a text that says so", async () => {
  const { desk } = deskOf(undefined);
  const { api, sent } = scene({ desk, answer: onlyBy("anna") });
  const { response, error } = await acknowledge(api);
  assertEquals([response.status, (error as { error: string }).error, sent.length], [
    401,
    "Nothing was changed, because nobody confirmed it",
    1,
  ]);
});

Deno.test("what only reads, and a wrong PIN, ask nobody", async () => {
  const { desk, asked } = deskOf("anna");
  const { api } = scene({ desk, answer: () => ({ status: 401, body: NEEDED }) });
  assertEquals((await api.GET("/api/packages")).response.status, 401);
  const refused = { ...NEEDED, details: { desk_confirmation: "refused" } };
  const wrong = scene({ desk, answer: () => ({ status: 401, body: refused }) });
  const body = { username: "anna", pin: "940617" };
  assertEquals((await wrong.api.POST("/api/auth/desk-confirmations", { body })).response.status, 401);
  assertEquals(asked(), 0);
});

Deno.test("the end of a desk's session asks to sign in again, not who acts", async () => {
  const { desk, asked } = deskOf("anna");
  let isSignedIn = false;
  const { api } = scene({
    desk,
    renewed: () => Promise.resolve(void (isSignedIn = true)),
    answer: () =>
      isSignedIn ? { status: 200, body: DONE } : { status: 401, body: { success: false, details: {} } },
  });
  assertEquals([(await acknowledge(api)).response.status, asked()], [200, 0]);
});
