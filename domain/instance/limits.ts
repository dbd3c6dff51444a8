/** The most warnings that are told of an instance or a backtest. */
export const MOST_WARNINGS = 100;
