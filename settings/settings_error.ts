/** A setting that cannot be used. The message is one line: the setting, its value (never a secret's), what to do. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
