import { saveConfiguration } from "./configured.ts";
import type { Storage } from "../../storage/contract.ts";
import { openStorage } from "../../storage/open.ts";

export const STORED_KEY = new Uint8Array(32).fill(7);
export const CLIENT_SECRET = "the-source's-own-secret";
const BY = { name: "test", role: "admin" } as const;

export const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** Opens a store in a file. */
export function openStored(path: string, secretsKey = STORED_KEY): Promise<Storage> {
  return openStorage({
    path,
    now: Date.now,
    random: randomBytes,
    secretsKey,
    passwordCost: { N: 1_024, r: 8, p: 1 },
  });
}

/** A closed store in `<folder>/andon.sqlite` with packages, a user and a sealed secret. */
export async function makeStore(folder: string, packages = 50): Promise<string> {
  const path = `${folder}/andon.sqlite`;
  const storage = await openStored(path);
  try {
    for (let n = 0; n < packages; n++) {
      await storage.packages.create({ name: `Package ${n}`, description: "x".repeat(500) }, BY);
    }
    await storage.access.createUser({ username: "anna", password: "at least twelve", role: "admin" }, BY);
    await saveConfiguration(storage, {
      region: "eu-west",
      tenant_id: "t",
      namespace_id: "n",
      client_id: "c",
      client_secret: CLIENT_SECRET,
    }, BY);
  } finally {
    await storage.close();
  }
  return path;
}
