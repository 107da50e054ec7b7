import { wordOf } from '../../../validation/word-of.ts';

/** A name in the form in which names of columns are looked up: `First Name`, `first_name` and `FIRSTNAME` are `firstname`. */
export const plainName = (name: string): string => wordOf(name).replaceAll('_', '');

/** The names of a list with commas between them, as they are looked up. */
export const plainNames = (list: string): string[] => list.split(',').map(plainName).filter(Boolean);
