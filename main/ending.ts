import type { Ms } from "../domain/shared/time.ts";
import { SettingsError } from "../settings/settings_error.ts";

/** The deadline of draining. */
const EXIT_DEADLINE_MS = 4_800;

/** Closes the parts one after another, and ends the process at the deadline. Returns the exit code. */
export async function endInTime(
  running: { close(): Promise<void> }[],
  deadlineMs: Ms = EXIT_DEADLINE_MS,
): Promise<number> {
  const timer = setTimeout(() => Deno.exit(1), deadlineMs);
  for (const part of running) await part.close();
  clearTimeout(timer);
  return 0;
}

/** Prints one line for a wrong setting, with exit code 2. */
export async function exitCodeOf(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    return 2;
  }
}
