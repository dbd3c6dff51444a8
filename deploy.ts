/** Andon on Deno Deploy: the entry that `deploy` in deno.json names. See docs/deploy.md. */
import { DeployedInstance } from "./main/deploy.ts";

const instance = new DeployedInstance();

// The platform finds the job by evaluating this module: it stands before everything else, and under no condition.
Deno.cron("Andon reads on", "* * * * *", () => instance.readOn());

Deno.exit(await instance.run());
