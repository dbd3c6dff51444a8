import { type Environment } from "./settings.ts";
import { SettingsError } from "./settings_error.ts";
import { SETTINGS } from "./settings_table.ts";
import { errorSentence } from "../domain/shared/refusal.ts";

/** Deno itself reads the access token of a KV server from here. */
export const KV_TOKEN = "DENO_KV_ACCESS_TOKEN";

/** The variables that can be given by a file instead: `ADMIN_PASSWORD_FILE` for `ADMIN_PASSWORD`. */
export const SECRET_NAMES: readonly string[] = [
  ...Object.values(SETTINGS).filter(({ secret }) => secret).map(({ name }) => name),
  KV_TOKEN,
];

/** The read rights of everybody. */
const READ_BY_OTHERS = 0o004;
/** More than any secret has. */
const MOST_BYTES = 64 * 1024;

export interface FiledEnvironment {
  /** The given variables, and the secrets of the files under their own names. */
  environment: Environment;
  /** The names of the secrets that came from files. */
  filed: string[];
  /** Files that other users can read, one line each. */
  warnings: string[];
}

/**
 * Reads the files that `<NAME>_FILE` variables name. The line break at the end of a file is not part of the secret.
 * Throws SettingsError for a secret that is given twice, and for a file that cannot be read or is empty.
 */
export function withSecretFiles(
  given: Environment,
  names: readonly string[] = SECRET_NAMES,
): FiledEnvironment {
  const environment = { ...given };
  const filed: string[] = [], warnings: string[] = [];
  for (const name of names) {
    const path = given[`${name}_FILE`]?.trim() ?? "";
    if (path === "") continue;
    if ((given[name] ?? "") !== "") {
      throw new SettingsError(`${name} and ${name}_FILE are both set; set one of them`);
    }
    const { text, isOpen } = readSecret(path, `${name}_FILE`);
    environment[name] = text;
    filed.push(name);
    if (isOpen) warnings.push(`${name}_FILE: other users can read "${path}"; run: chmod 600 "${path}"`);
  }
  return { environment, filed, warnings };
}

function readSecret(path: string, variable: string): { text: string; isOpen: boolean } {
  const { bytes, mode } = readStart(path, variable);
  if (bytes.length > MOST_BYTES) {
    throw new SettingsError(`${variable} names "${path}", which has more than ${MOST_BYTES} bytes`);
  }
  const text = textOf(bytes)?.replace(/\r?\n$/, "");
  if (text === undefined) throw new SettingsError(`${variable} names "${path}", which is not UTF-8 text`);
  if (text === "") throw new SettingsError(`${variable} names "${path}", which is empty`);
  return { text, isOpen: Deno.build.os !== "windows" && ((mode ?? 0) & READ_BY_OTHERS) !== 0 };
}

/** At most one byte more than a secret may have, so that no file is too large to read. */
function readStart(path: string, variable: string): { bytes: Uint8Array; mode: number | null } {
  try {
    using file = Deno.openSync(path);
    const { mode } = file.statSync();
    const bytes = new Uint8Array(MOST_BYTES + 1);
    let length = 0;
    for (let read = 1; read > 0; length += read) read = file.readSync(bytes.subarray(length)) ?? 0;
    return { bytes: bytes.subarray(0, length), mode };
  } catch (error) {
    const [reason] = errorSentence(error).split(/: (?:open|read)/);
    throw new SettingsError(
      `${variable} names "${path}", which cannot be read (${reason}); name a file that Andon may read`,
    );
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
