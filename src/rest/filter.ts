/** The variable of a document that takes each of its fields from a parameter of the query string. */
export const FILTER = 'filter';
