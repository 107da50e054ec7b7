import { wordOf } from '../../../validation/word-of.ts';

/** The lookup form of a column name: `First Name`, `first_name` and `FIRSTNAME` become `firstname`. */
export const plainName = (name: string): string => wordOf(name).replaceAll('_', '');

/** The names of a comma-separated list in lookup form. */
export const plainNames = (list: string): string[] => list.split(',').map(plainName).filter(Boolean);
