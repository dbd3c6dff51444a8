import { gzipSync } from "node:zlib";
import { type ZippableFile, zipSync } from "fflate";
import { packTar } from "modern-tar";

export interface Entry {
  content: Uint8Array;
  isExecutable?: boolean;
}

/** Paths within the archive, with slashes, and what is there. */
export type Entries = ReadonlyMap<string, Entry>;

/** Every entry has this time, so that the same entries give the same bytes. A zip file has no older one, and no zone. */
const TIME = { tar: new Date("1980-01-01T00:00:00Z"), zip: new Date(1980, 0, 1) };

/** A tar file, compressed; all entries belong to root. */
export async function tarGz(entries: Entries): Promise<Uint8Array> {
  const tar = await packTar(
    sorted(entries).map(([name, { content, isExecutable }]) => ({
      header: {
        name,
        size: content.length,
        mode: modeOf(isExecutable),
        mtime: TIME.tar,
        type: "file",
        uid: 0,
        gid: 0,
        uname: "root",
        gname: "root",
      },
      body: content,
    })),
  );
  return gzipSync(tar, { level: 9 });
}

export function zip(entries: Entries): Uint8Array {
  const files = sorted(entries).map(([name, { content, isExecutable }]): [string, ZippableFile] => [
    name,
    [content, { os: 3, attrs: modeOf(isExecutable) << 16, mtime: TIME.zip }],
  ]);
  return zipSync(Object.fromEntries(files), { level: 9 });
}

function modeOf(isExecutable = false): number {
  return isExecutable ? 0o755 : 0o644;
}

function sorted(entries: Entries): [string, Entry][] {
  return [...entries].sort(([one], [other]) => one < other ? -1 : 1);
}
