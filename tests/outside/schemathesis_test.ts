import { assert, assertEquals } from "@std/assert";
import { ROLES } from "../../domain/access/types.ts";
import { fuzzedSystem } from "../support/fuzzed_system.ts";
import { times } from "../support/times.ts";
import { runSchemathesis, schemathesisCommand } from "../support/schemathesis.ts";

/** Cases an operation. */
const CASES = times(4);
const SEED = 20_260_131;
/** A wrong password takes seconds; the rest could take away the key that the run is made with. */
const EXCLUDED = ["signIn", "updateApiKey", "deleteApiKey"];

const command = await schemathesisCommand();
if (command === undefined) {
  console.log("Left out for want of Schemathesis. To have it: pip install schemathesis");
}

for (const role of ROLES) {
  Deno.test({
    name: `Schemathesis finds no crash and no answer outside the document for a ${role}`,
    ignore: command === undefined,
    fn: async () => {
      if (command === undefined) return;
      await using on = await fuzzedSystem();
      const draft = { name: role, role, is_active: true, expires_at: null };
      const { key } = await on.andon.storage.access.apiKeys.issue(draft, { name: "test", role: "admin" });
      const { baseUrl } = on.client;
      const { success, output } = await runSchemathesis(command, {
        baseUrl,
        key,
        cases: CASES,
        seed: SEED,
        exclude: EXCLUDED,
      });
      assert(success, output.slice(-8_000));
      assertEquals(on.logged.filter((line) => line.startsWith("error")), []);
      console.log(`${role}: ${/Test cases:[^]*?(?=\n\n)/.exec(output)?.[0] ?? output.slice(-600)}`);
    },
  });
}
