import type { Entry } from "../domain/shared/commit.ts";
import { MAIN_LANE } from "./keys.ts";
import { sealedFields, type SealedPurpose } from "./sealed_values.ts";
import type { Secrets } from "./secrets.ts";
import { entriesUnder } from "./store/entries.ts";
import { audit, type NounContext } from "./write.ts";
import { errorSentence } from "../domain/shared/refusal.ts";

/** Binds the store to SECRETS_KEY; what the key before encrypted is encrypted anew in the background. */
export class Resealing {
  readonly #ending = new AbortController();
  #run: Promise<void> = Promise.resolve();

  constructor(private readonly context: NounContext, private readonly secrets: Secrets) {}

  async bind(): Promise<void> {
    if (!await this.secrets.bind()) return;
    const { context, secrets } = this;
    this.#run = resealAll(context, { secrets, signal: this.#ending.signal }).catch((error) => {
      if (this.#ending.signal.aborted) return;
      context.log(
        "error",
        "Stored secrets could not be encrypted with the new SECRETS_KEY: restart to try again",
        {
          reason: errorSentence(error),
        },
      );
    });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#run;
  }
}

/**
 * Encrypts with the current key what the previous one encrypted, then lets go of that key. A process that ends in the
 * middle leaves the rest to its next start.
 */
async function resealAll(
  context: NounContext,
  { secrets, signal }: { secrets: Secrets; signal: AbortSignal },
): Promise<void> {
  let count = 0;
  for (const [purpose, { prefix, field }] of sealedFields()) {
    for await (const entry of entriesOf(context, prefix)) {
      if (signal.aborted) return;
      if (await resealOne(context, { secrets, purpose, field, entry })) count++;
    }
  }
  const { checks, mutations = [] } = await secrets.ended();
  const by = { name: "Andon", role: "admin" } as const;
  const entry = audit(context, { action: "resealed", type: "secrets", id: "secrets", by, after: { count } });
  const { ok } = await context.store.commit({ checks, mutations: [...mutations, entry] }, MAIN_LANE);
  if (ok) {
    context.log("info", "All secrets are encrypted with the new SECRETS_KEY: remove SECRETS_KEY_PREVIOUS", {
      count,
    });
  }
}

/** The record with that key, and those under it. */
async function* entriesOf({ store }: NounContext, prefix: Entry["key"]): AsyncGenerator<Entry> {
  const own = await store.get(prefix);
  if (own !== undefined) yield own;
  yield* entriesUnder(store, prefix);
}

interface SealedRecord {
  secrets: Secrets;
  purpose: SealedPurpose;
  field: string;
  entry: Entry;
}

/** True if the record had a value of the previous key. A record that changes meanwhile is read again. */
async function resealOne(
  context: NounContext,
  { secrets, purpose, field, entry }: SealedRecord,
): Promise<boolean> {
  const { store, log } = context;
  for (let read: Entry | undefined = entry; read !== undefined; read = await store.get(entry.key)) {
    const { key, versionstamp, value } = read as Entry<Record<string, unknown>>;
    const sealed = value[field];
    if (typeof sealed !== "string" || await secrets.isCurrent(sealed, purpose)) return false;
    let text: string;
    try {
      text = await secrets.unseal(sealed, purpose);
    } catch {
      log("error", "A stored secret cannot be decrypted with any key: enter it again", {
        key: key.join(" "),
      });
      return false;
    }
    const after = { ...value, [field]: await secrets.seal(text, purpose) };
    const commit = {
      checks: [{ key, versionstamp }],
      mutations: [{ type: "set", key, value: after } as const],
    };
    if ((await store.commit(commit, MAIN_LANE)).ok) return true;
  }
  return false;
}
