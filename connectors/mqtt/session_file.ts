/** What the broker's session of this source is subscribed to, as far as Andon knows. */
export interface StoredSession {
  clientId: string;
  filters: string[];
}

const NONE: StoredSession = { clientId: "", filters: [] };

/** The file in which a source remembers its session; without a folder nothing is remembered. */
export class SessionFile {
  readonly #path: string | null;

  constructor(folder: string | null) {
    this.#path = folder === null ? null : `${folder}/mqtt_session.json`;
  }

  /** What cannot be read is none. */
  async read(): Promise<StoredSession> {
    if (this.#path === null) return NONE;
    try {
      const { clientId, filters } = JSON.parse(await Deno.readTextFile(this.#path)) as Partial<StoredSession>;
      return { clientId: String(clientId), filters: Array.isArray(filters) ? filters.map(String) : [] };
    } catch {
      return NONE;
    }
  }

  async write(session: StoredSession): Promise<void> {
    if (this.#path !== null) await Deno.writeTextFile(this.#path, JSON.stringify(session), { mode: 0o600 });
  }
}
