import { KV_TOKEN, withSecretFiles } from "../settings/secret_files.ts";
import { type Environment, retiredSettings } from "../settings/settings.ts";

export interface ProgramEnvironment {
  environment: Environment;
  /** One line each, for the log. */
  warnings: string[];
}

/**
 * The environment of the program, with the secrets that `<NAME>_FILE` variables name. Deno reads the token of a KV
 * server from its own environment, so one from a file is put there. SettingsError for a file that cannot be used.
 */
export function readEnvironment(): ProgramEnvironment {
  const { environment, filed, warnings } = withSecretFiles(Deno.env.toObject());
  const token = environment[KV_TOKEN];
  if (token !== undefined && filed.includes(KV_TOKEN)) Deno.env.set(KV_TOKEN, token);
  return { environment, warnings: [...warnings, ...retiredSettings(environment)] };
}
