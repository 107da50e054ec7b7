/** A row that was found by its id alone, and the name of its type. */
export interface Found {
  type: string;
  row: object;
}
