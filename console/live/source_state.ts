/** The state of the data source, of several the worst, as the push channel reports it. */
export interface SourceState {
  state: "none" | "connecting" | "connected" | "lost";
  /** Of the source, where several are read. */
  name?: string | null;
  reason: string | null;
  /** The code of that failure: INVALID_CREDENTIALS when the source refuses them. */
  error_code?: string | null;
  /** All data up to this time has been evaluated; null before the first evaluation. */
  watermark: string | null;
}
