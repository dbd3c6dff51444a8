export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Record<string, unknown>;

/** Writes one entry of the log. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;
