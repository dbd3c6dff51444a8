/** The user and the group to whom a file belongs. */
export interface Owner {
  uid: number;
  gid: number;
}

export async function ownerOf(path: string): Promise<Owner> {
  const { uid, gid } = await Deno.stat(path);
  if (uid === null || gid === null) throw new TypeError(`"${path}" has no owner`);
  return { uid, gid };
}

/** Gives files to their owner's user, because root has written them. A missing one is left out. */
export async function giveTo({ uid, gid }: Owner, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await Deno.chown(path, uid, gid).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}
