/** The server ends a query after so long. */
export const STATEMENT_SECONDS = 30;
/** An answer that has not come by then never comes. */
export const ANSWER_MS = (STATEMENT_SECONDS + 10) * 1_000;
export const CONNECT_MS = 10_000;
/** How long a server that may not answer any more is waited for when a source is closed. */
export const GOODBYE_MS = 500;
/** How long it is asked to end a query that nobody waits for. */
export const CANCEL_MS = 5_000;
/** Connections for live evaluation, and for charts, backtests and discovery: neither waits for the other. */
export const LIVE_CONNECTIONS = 3;
export const VIEW_CONNECTIONS = 2;
/** Rows of one query, and streams. */
export const PAGE_ROWS = 20_000;
export const STREAMS_TOGETHER = 500;
/** Rows of one stream with the same time. */
export const MOST_OF_ONE_TIME = 100_000;
/** Names that a discovery reads at once, and in all. */
export const NAMES_PAGE = 5_000;
export const MOST_STREAMS = 100_000;
/** How long the columns of a table are taken as known. */
export const CATALOG_MS = 60_000;
