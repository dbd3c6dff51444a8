import { SettingsError } from "./settings_error.ts";

export interface DevSecrets {
  adminPassword: string;
  /** 32 bytes. */
  secretsKey: Uint8Array<ArrayBuffer>;
  /** The file with the password; null if ADMIN_PASSWORD is set. */
  adminPasswordFile: string | null;
}

export interface DevSecretsOptions {
  /** From ADMIN_PASSWORD and SECRETS_KEY; only missing values are generated. */
  adminPassword?: string | null;
  secretsKey?: Uint8Array<ArrayBuffer> | null;
  randomBytes?: (count: number) => Uint8Array<ArrayBuffer>;
}

const PASSWORD_FILE = "admin_password";
const KEY_FILE = "secrets_key";
const PASSWORD_BYTES = 15;
const KEY_BYTES = 32;

/** The admin password and secrets key of dev: as set, else from files in `dataDir` that only the owner can read. */
export async function devSecrets(dataDir: string, options: DevSecretsOptions = {}): Promise<DevSecrets> {
  try {
    await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await storedSecrets(dataDir, options);
  } catch (error) {
    if (error instanceof SettingsError || !(error instanceof Error)) throw error;
    throw new SettingsError(
      `DATA_DIR is "${dataDir}", which cannot be written (${error.message}); use a writable folder`,
    );
  }
}

async function storedSecrets(dataDir: string, options: DevSecretsOptions): Promise<DevSecrets> {
  const randomBytes = options.randomBytes ?? systemRandomBytes;
  const passwordFile = `${dataDir}/${PASSWORD_FILE}`;
  const given = options.adminPassword ?? null;
  return {
    adminPassword: given ?? await storedIn(passwordFile, {
      fresh: () => randomBytes(PASSWORD_BYTES).toBase64({ alphabet: "base64url" }),
      usable: (password) => password.length >= 12,
    }),
    secretsKey: options.secretsKey ?? await storedKey(`${dataDir}/${KEY_FILE}`, randomBytes),
    adminPasswordFile: given === null ? passwordFile : null,
  };
}

async function storedKey(file: string, randomBytes: (count: number) => Uint8Array<ArrayBuffer>) {
  const encoded = await storedIn(file, {
    fresh: () => randomBytes(KEY_BYTES).toBase64(),
    usable: (text) => /^[A-Za-z0-9+/]{43}=$/.test(text),
  });
  return Uint8Array.fromBase64(encoded);
}

interface StoredValue {
  fresh(): string;
  usable(text: string): boolean;
}

/** The line in the file. A missing file is created with a new value; an existing one is never overwritten. */
async function storedIn(file: string, { fresh, usable }: StoredValue): Promise<string> {
  await createWith(file, fresh);
  const text = (await Deno.readTextFile(file)).trim();
  if (!usable(text)) {
    throw new SettingsError(`${file} holds no usable value; delete it to generate a new one`);
  }
  return text;
}

async function createWith(file: string, fresh: () => string): Promise<void> {
  try {
    using opened = await Deno.open(file, { write: true, createNew: true, mode: 0o600 });
    await writeWhole(opened, new TextEncoder().encode(`${fresh()}\n`));
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

async function writeWhole(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
  await file.sync();
}

function systemRandomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}
