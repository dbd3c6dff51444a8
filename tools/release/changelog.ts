const UNRELEASED = "## Unreleased";

/** What the section of a version says, or the one of what is not released yet; undefined if that is nothing. */
export function notesOf(changelog: string, version?: string): string | undefined {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) =>
    version === undefined ? line === UNRELEASED : line.startsWith(`## ${version} `)
  );
  if (start === -1) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("## "));
  const notes = lines.slice(start + 1, length === -1 ? undefined : start + 1 + length).join("\n").trim();
  return notes === "" ? undefined : notes;
}

/** What is not released yet becomes the section of a version. */
export function released(changelog: string, { version, day }: { version: string; day: string }): string {
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${day})\n`);
}
