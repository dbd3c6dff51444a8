import type { Ms } from "../../domain/shared/time.ts";
import type { OwnCertificate } from "./messages.ts";

const CERTIFICATE = "own_certificate.pem", KEY = "own_key.pem", READ_TO = "read_to";

/**
 * Andon's certificate, one for all sources: a server that trusts it once does so for tests of unsaved settings too. Without a
 * folder each connection has another one.
 */
export class OwnCertificateFiles {
  constructor(private readonly folder: string | null) {}

  async read(): Promise<OwnCertificate | null> {
    const certificate = await readText(this.folder, CERTIFICATE), key = await readText(this.folder, KEY);
    return certificate === null || key === null ? null : { certificate, key };
  }

  /** The stored one: this, unless another source was first. */
  async keep(made: OwnCertificate): Promise<OwnCertificate> {
    if (this.folder === null) return made;
    await Deno.mkdir(this.folder, { recursive: true, mode: 0o700 });
    using lock = await Deno.open(`${this.folder}/${KEY}.lock`, { create: true, write: true, mode: 0o600 });
    await lock.lock(true);
    const before = await this.read();
    if (before !== null) return before;
    await replace(this.folder, KEY, made.key);
    await replace(this.folder, CERTIFICATE, made.certificate);
    return made;
  }
}

/** Up to when a source has read, for its next start. */
export class ReadToFile {
  constructor(private readonly folder: string | null) {}

  async read(): Promise<Ms | null> {
    const text = await readText(this.folder, READ_TO);
    return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
  }

  async store(ms: Ms): Promise<void> {
    if (this.folder !== null) await replace(this.folder, READ_TO, String(ms));
  }
}

async function readText(folder: string | null, name: string): Promise<string | null> {
  if (folder === null) return null;
  try {
    return await Deno.readTextFile(`${folder}/${name}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** As a whole. */
async function replace(folder: string, name: string, text: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/${name}.new`, text, { mode: 0o600 });
  await Deno.rename(`${folder}/${name}.new`, `${folder}/${name}`);
}
