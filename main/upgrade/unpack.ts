import { basename, dirname, join, resolve } from "node:path";
import { SettingsError } from "../../settings/settings_error.ts";
import { fingerprint } from "../../storage/backup/files.ts";
import { readOr } from "../service/layout.ts";
import { run } from "../service/programs.ts";

/**
 * Unpacks the archive of a bundle beside the one that runs, and resolves to its folder. Checks the archive against the
 * `.sha256` beside it, if it is there, and each file against SHA256SUMS. SettingsError, and no new folder, when
 * anything is wrong.
 */
export async function unpackBundle(archive: string, link: string): Promise<string> {
  await checkArchive(archive);
  const bundles = dirname(resolve(link));
  const work = await Deno.makeTempDir({ dir: bundles, prefix: ".andon-unpacking-" });
  try {
    await run(["tar", "--extract", "--gzip", "--no-same-owner", `--file=${archive}`, `--directory=${work}`]);
    const names = (await Array.fromAsync(Deno.readDir(work))).map(({ name }) => name);
    const [name = ""] = names;
    if (names.length !== 1 || !/^andon-[\w.-]+$/.test(name)) {
      throw new Error("it has no folder andon-<version>");
    }
    await run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], { cwd: join(work, name) });
    const folder = join(bundles, name);
    if (folder === await Deno.realPath(link).catch(() => undefined)) {
      throw new SettingsError(`"${basename(folder)}" is installed already`);
    }
    // Left by an upgrade that was taken back.
    await Deno.remove(folder, { recursive: true }).catch(() => {});
    await Deno.rename(join(work, name), folder);
    return folder;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`"${archive}" is no bundle that can be used: ${(error as Error).message}`);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function checkArchive(archive: string): Promise<void> {
  const { sha256 } = await fingerprint(archive).catch(() => {
    throw new SettingsError(
      `"${archive}" cannot be read; give the archive of a bundle, andon-<version>-linux-x64.tar.gz`,
    );
  });
  const told = (await readOr(`${archive}.sha256`, undefined))?.split(/\s/)[0];
  if (told !== undefined && told !== sha256) {
    throw new SettingsError(`"${archive}" is damaged: its SHA-256 is not the one in "${archive}.sha256"`);
  }
}
