import { join } from "node:path";
import { factorsOf } from "../domain/access/second_factor.ts";
import type { Log } from "../domain/shared/log.ts";
import type { LocalSignIn } from "../settings/types.ts";
import type { Storage } from "../storage/contract.ts";
import { errorSentence } from "../domain/shared/refusal.ts";

/** What `deno task admin` asks for. */
export interface AdminRequest {
  username: string;
  password: string;
}

export interface AdminAnswer {
  ok: boolean;
  /** One sentence for the person. */
  text: string;
}

export interface AdminSocketOptions {
  dataDir: string;
  localSignIn: LocalSignIn;
  storage: Pick<Storage, "access" | "secondFactors">;
  log: Log;
}

const BY = { name: "deno task admin", role: "admin" } as const;
const LONGEST_REQUEST = 4_096;
const REQUEST_MS = 10_000;

/** A folder of its own, because a socket cannot be created with the rights of its owner only. */
export function adminSocketPath(dataDir: string): string {
  return join(dataDir, "admin", "socket");
}

/**
 * Lets whoever may open DATA_DIR make a local administrator while Andon runs. A socket that cannot be opened is a
 * warning: Andon runs without it.
 */
export async function openAdminSocket(options: AdminSocketOptions): Promise<{ close(): Promise<void> }> {
  const path = adminSocketPath(options.dataDir);
  try {
    await Deno.mkdir(join(options.dataDir, "admin"), { recursive: true, mode: 0o700 });
    await Deno.chmod(join(options.dataDir, "admin"), 0o700);
    // One that a killed process left behind: only one process uses the store.
    await Deno.remove(path).catch(() => {});
    const listener = Deno.listen({ transport: "unix", path });
    await Deno.chmod(path, 0o600);
    const served = serveAll(listener, options);
    return {
      async close() {
        listener.close();
        await served;
        await Deno.remove(path).catch(() => {});
      },
    };
  } catch (error) {
    const reason = errorSentence(error);
    options.log("warn", '"deno task admin" works only while Andon is stopped', { reason });
    return { close: () => Promise.resolve() };
  }
}

async function serveAll(listener: Deno.UnixListener, options: AdminSocketOptions): Promise<void> {
  for await (const connection of listener) {
    let isOpen = true;
    const close = () => {
      if (isOpen) connection.close();
      isOpen = false;
    };
    const timer = setTimeout(close, REQUEST_MS);
    try {
      const answer = await answerTo(await readLine(connection.readable), options);
      await connection.write(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));
    } catch (error) {
      options.log("warn", "A request at the admin socket failed", { reason: String(error) });
    } finally {
      clearTimeout(timer);
      close();
    }
  }
}

async function answerTo(line: string, options: AdminSocketOptions): Promise<AdminAnswer> {
  try {
    return await makeAdmin(JSON.parse(line), options);
  } catch (error) {
    return { ok: false, text: errorSentence(error) };
  }
}

/** Up to the first line break or the end. */
export async function readLine(readable: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of readable.pipeThrough(new TextDecoderStream(), { preventCancel: true })) {
    text += part;
    if (text.includes("\n") || text.length > LONGEST_REQUEST) break;
  }
  return text.split("\n")[0]!;
}

/** Creates the local administrator, or gives an existing local user the password and the role. */
export async function makeAdmin(
  request: AdminRequest,
  { storage: { access, secondFactors }, localSignIn }: Pick<AdminSocketOptions, "storage" | "localSignIn">,
): Promise<AdminAnswer> {
  // Loaded when it is needed, so that a start does not wait for zod.
  const { userSchema } = await import("../domain/access/schema.ts");
  const parsed = userSchema.safeParse({ ...request, role: "admin" });
  if (!parsed.success) {
    return { ok: false, text: `The name cannot be used: ${parsed.error.issues[0]?.message}` };
  }
  const { username, password } = parsed.data;
  const user = access.userByName(username);
  if (user?.identity !== undefined) {
    return { ok: false, text: `"${username}" signs in at an identity provider; choose another name` };
  }
  if (user === undefined) await access.createUser({ username, password, role: "admin" }, BY);
  else await access.updateUser(user.id, { password, role: "admin", is_active: true }, BY);
  const loses = user !== undefined && factorsOf(secondFactors.of(user.id)).length > 0;
  if (loses) await secondFactors.reset(user.id, BY);
  const changed = loses ? "has a new password and no second factor" : "has a new password";
  const done = user === undefined ? "is created" : `${changed}, and its sessions have ended`;
  const hint = localSignIn === "off"
    ? " Nobody can sign in with a password yet: restart Andon with LOCAL_SIGN_IN=admins."
    : "";
  return { ok: true, text: `The administrator "${username}" ${done}.${hint}` };
}
