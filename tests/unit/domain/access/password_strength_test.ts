import { assert, assertEquals } from "@std/assert";
import { passwordWeakness } from "../../../../domain/access/password_strength.ts";

const WEAK: Readonly<Record<string, RegExp>> = {
  aaaaaaaaaaaa: /it repeats itself/,
  abcabcabcabc: /it repeats itself/,
  letmeinletmein: /it repeats itself/,
  123456789012: /it is a common password/,
  leavemealone: /it is a common password/,
  abcdefghijkl: /it is a sequence/,
  "Password123!": /it is like a common password/,
  P4ssw0rd1234: /it is like a common password/,
  qwertzuiopü: /it is a row of keys/,
  annaannaanna: /it repeats itself/,
  "anna.schmid1": /it is the user name/,
  andonandonandon: /it repeats itself/,
  [`${"a".repeat(64)}K7#vLw2!xZp9`]: /it repeats itself/,
};

const STRONG = [
  "correct horse battery",
  "at least twelve characters",
  "twelve chars",
  "x7Kq#vLw2!pZ",
  "Grüne Ventile im Nordbau",
  "x7Kq#vLw2!pZ".repeat(16),
  // As dev generates them.
  new Uint8Array([7, 91, 200, 33, 150, 4, 77, 240, 19, 128, 65, 3, 222, 181, 99]).toBase64(),
];

Deno.test("passwordWeakness() says why a password is easy to guess", async () => {
  for (const [password, why] of Object.entries(WEAK)) {
    const said = await passwordWeakness(password, "anna.schmid");
    assert(said !== undefined && why.test(said), `${password}: ${said}`);
    assert(said.startsWith("Is easy to guess") && said.endsWith("use several unrelated words"));
  }
});

Deno.test("passwordWeakness() takes phrases and random characters", async () => {
  for (const password of STRONG) {
    assertEquals([password, await passwordWeakness(password, "anna")], [password, undefined]);
  }
});
