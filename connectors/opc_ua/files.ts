import type { Ms } from "../../domain/shared/time.ts";
import type { OwnCertificate } from "./messages.ts";

const PRIVATE = { mode: 0o600 };

/** What a source keeps beside its samples: Andon's certificate, and up to when it has read. Without a folder, nothing. */
export class OpcUaFiles {
  constructor(private readonly folder: string | null) {}

  async own(): Promise<OwnCertificate | null> {
    const [certificate, key] = [await this.#read("own_certificate.pem"), await this.#read("own_key.pem")];
    return certificate === null || key === null ? null : { certificate, key };
  }

  async storeOwn({ certificate, key }: OwnCertificate): Promise<void> {
    await this.#write("own_key.pem", key);
    await this.#write("own_certificate.pem", certificate);
  }

  async readTo(): Promise<Ms | null> {
    const text = await this.#read("read_to");
    return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
  }

  async storeReadTo(ms: Ms): Promise<void> {
    await this.#write("read_to", String(ms));
  }

  async #read(name: string): Promise<string | null> {
    if (this.folder === null) return null;
    try {
      return await Deno.readTextFile(`${this.folder}/${name}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  /** Replaces the file as a whole. */
  async #write(name: string, text: string): Promise<void> {
    if (this.folder === null) return;
    await Deno.writeTextFile(`${this.folder}/${name}.new`, text, PRIVATE);
    await Deno.rename(`${this.folder}/${name}.new`, `${this.folder}/${name}`);
  }
}
