/** The value of a lane's key. Acquiring a lane raises its epoch; each atomic writes its own commitId. */
export interface LaneValue {
  v: 1;
  epoch: number;
  seq: number;
  commitId: string;
}
