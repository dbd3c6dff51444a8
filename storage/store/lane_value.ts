/** The value of a lane's key. Whoever takes a lane raises its epoch; each atomic on it writes its own commitId. */
export interface LaneValue {
  v: 1;
  epoch: number;
  seq: number;
  commitId: string;
}
