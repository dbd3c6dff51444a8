import { SettingsError } from "../../settings/settings_error.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { Api } from "./api.ts";

/** What a command has beside its arguments. */
export interface CommandContext {
  environment: Readonly<Record<string, string>>;
  print: (line: string) => void;
  /** What is no result: warnings and errors. */
  warn: (line: string) => void;
}

/** The API that the environment names. SettingsError for a variable that is missing or wrong. */
export function apiOf({ environment, warn }: CommandContext): Api {
  const url = URL.parse(environment.ANDON_URL ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError("Set ANDON_URL to the address of Andon, such as https://andon.example.org");
  }
  const waiting = (seconds: number) => warn(`Andon asks to wait: going on in ${seconds} s`);
  return new Api({ url: url.href.replace(/\/$/, ""), key: keyOf(environment), waiting });
}

function keyOf({ ANDON_KEY: key, ANDON_KEY_FILE: file }: CommandContext["environment"]): string {
  if (key !== undefined && file !== undefined) {
    throw new SettingsError("ANDON_KEY and ANDON_KEY_FILE are both set; set one of them");
  }
  const given = key ?? (file === undefined ? "" : read(file));
  if (/^\S+$/.test(given)) return given;
  throw new SettingsError(
    "Set ANDON_KEY, or ANDON_KEY_FILE to a file with it, to an API key of the role admin: console, Settings, API keys",
  );
}

function read(file: string): string {
  try {
    return Deno.readTextFileSync(file).trim();
  } catch (error) {
    throw new SettingsError(`ANDON_KEY_FILE names "${file}", which cannot be read: ${errorSentence(error)}`);
  }
}

/** The folder and the flags of a command line; SettingsError for anything else. */
export function argumentsOf<Flag extends string>(
  command: string,
  args: readonly string[],
  flags: readonly Flag[],
): { folder: string; flags: ReadonlySet<Flag> } {
  const given = args.filter((arg) => arg.startsWith("-")),
    [folder, ...more] = args.filter((arg) => !arg.startsWith("-"));
  const isFlag = (arg: string): arg is Flag => (flags as readonly string[]).includes(arg);
  const wrong = given.find((arg) => !isFlag(arg)) ?? more[0];
  if (wrong !== undefined) {
    throw new SettingsError(`andon ${command} takes a folder${flagText(flags)}, not "${wrong}"`);
  }
  if (folder === undefined) throw new SettingsError(`Name the folder: andon ${command} plant`);
  return { folder, flags: new Set(given.filter(isFlag)) };
}

function flagText(flags: readonly string[]): string {
  return flags.length === 0 ? "" : ` and ${flags.join(", ")}`;
}
