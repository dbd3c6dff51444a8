/** Some rows of a list, and how many there are in all. */
export interface Page<T> {
  rows: T[];
  total: number;
}

export interface PageRequest {
  limit: number;
  offset: number;
}
