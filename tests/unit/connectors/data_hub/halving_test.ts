import { assertEquals, assertRejects } from "@std/assert";
import { AnswerRefused } from "../../../../connectors/source_failure.ts";
import { postInHalves } from "../../../../connectors/data_hub/halving.ts";

const IDS = Array.from({ length: 100 }, (_, index) => `s${index}`);

/** A service that refuses any list with a bad id. */
function service(bad: string[], status = 400) {
  const taken: string[] = [];
  let posts = 0;
  const post = (ids: string[]) => {
    posts++;
    if (ids.some((id) => bad.includes(id))) return Promise.reject(new AnswerRefused(status, "no"));
    taken.push(...ids);
    return Promise.resolve([]);
  };
  return { taken, post, posts: () => posts };
}

Deno.test("postInHalves() finds the bad ids and posts all others, in order", async () => {
  const { taken, post, posts } = service(["s0", "s50", "s99"]);
  assertEquals(await postInHalves(IDS, { post, most: 64, statuses: [400] }), ["s0", "s50", "s99"]);
  assertEquals(taken, IDS.filter((id) => !["s0", "s50", "s99"].includes(id)));
  assertEquals(posts() <= 41, true);
});

Deno.test("postInHalves() posts once when the list is accepted, and returns the refused ids of the answer", async () => {
  let posts = 0;
  const post = (ids: string[]) => Promise.resolve(ids.slice(0, ++posts));
  assertEquals(await postInHalves(IDS, { post, most: 64, statuses: [400] }), ["s0"]);
  assertEquals(posts, 1);
});

Deno.test("postInHalves() gives up whole parts after its limit of halvings", async () => {
  for (const [most, posts] of [[0, 1], [1, 3], [6, 13]]) {
    const bad = service(IDS);
    assertEquals((await postInHalves(IDS, { post: bad.post, most, statuses: [400] })).length, 100);
    assertEquals(bad.posts(), posts);
  }
});

Deno.test("postInHalves() rethrows every other failure", async () => {
  const { post } = service(["s0"], 404);
  await assertRejects(() => postInHalves(IDS, { post, most: 64, statuses: [400] }), AnswerRefused);
});
