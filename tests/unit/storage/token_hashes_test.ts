import { assertEquals } from "@std/assert";
import { TokenHashes } from "../../../storage/access/token_hashes.ts";

const SHA256_OF_A = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4f7258ba1ea3a0d9c0a1".slice(0, 8);

Deno.test("TokenHashes.of() is the SHA-256 of a token, kept or not", () => {
  const hashes = new TokenHashes();
  assertEquals(hashes.of("a").slice(0, 8), SHA256_OF_A);
  hashes.keep("a", hashes.of("a"));
  assertEquals([hashes.of("a").slice(0, 8), hashes.size], [SHA256_OF_A, 1]);
  hashes.forget("a");
  assertEquals([hashes.of("a").slice(0, 8), hashes.size], [SHA256_OF_A, 0]);
});

Deno.test("TokenHashes.of() caches nothing by itself, so that guesses evict no entry", () => {
  const hashes = new TokenHashes();
  for (let i = 0; i < 100; i++) hashes.of(`guess ${i}`);
  assertEquals(hashes.size, 0);
});

Deno.test("TokenHashes caches at most 10,000 tokens and evicts the oldest", () => {
  const hashes = new TokenHashes();
  for (let i = 0; i < 10_000; i++) hashes.keep(`token ${i}`, `hash ${i}`);
  hashes.keep("token 1", "hash 1");
  assertEquals([hashes.size, hashes.of("token 0")], [10_000, "hash 0"]);
  hashes.keep("one more", "hash");
  assertEquals([hashes.size, hashes.of("one more"), hashes.of("token 1")], [10_000, "hash", "hash 1"]);
  assertEquals(hashes.of("token 0").length, 64);
});
