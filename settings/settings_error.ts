/** A setting that cannot be used. The message is one line: the setting, its value (unless secret) and what to do. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
