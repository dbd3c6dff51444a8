/** Andon as `main.ts start` runs it, but for how soon it packs records. */
import { endInTime } from "../../main/ending.ts";
import { serve } from "../../main/serve.ts";
import { untilSignal } from "../../main/signals.ts";
import { createLog } from "../../settings/log.ts";
import { parseSettings } from "../../settings/settings.ts";

const settings = parseSettings(Deno.env.toObject(), "start", {
  cores: navigator.hardwareConcurrency,
  tty: false,
});
const { secretsKey, adminPassword } = settings;
if (secretsKey === null) throw new TypeError("SECRETS_KEY is not set");
const log = createLog({ level: settings.logLevel, format: settings.logFormat, now: Date.now });
const andon = await serve({ settings, secretsKey, adminPassword, log, alwaysAllow: [], packQuietMs: 0 });
await untilSignal();
Deno.exit(await endInTime([andon]));
