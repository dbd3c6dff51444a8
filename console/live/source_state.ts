/** How the data source stands. */
export interface SourceState {
  state: "none" | "connecting" | "connected" | "lost";
  reason: string | null;
  /** Up to here all is judged; null: nothing is. */
  watermark: string | null;
}
