/** A process that shares the store. */
export interface ListedProcess {
  id: string;
  /** The version of its program; null: not known. */
  program: string | null;
  isLeader: boolean;
  /** Time since it last renewed its record. */
  renewedSeconds: number;
}
