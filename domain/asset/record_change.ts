/**
 * A record before and after a change. `before` is undefined for a new record; its `after.id` is 0 until it
 * gets an id.
 */
export interface RecordChange<T> {
  before: T | undefined;
  after: T;
}
