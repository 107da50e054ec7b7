import type { Language } from '../../validation/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

/** A heading and the sentence below it. */
export interface Said<Args extends unknown[]> {
  title: string;
  text(...args: Args): string;
}

type AboutList = Said<[list: string, email: string]>;

/** Every sentence of the public pages. */
export interface Texts {
  confirm: { ask: AboutList; action: string; done: AboutList; already: AboutList; left: AboutList };
  unsubscribe: { ask: AboutList; action: string; done: AboutList };
  preferences: {
    title: string;
    text(email: string): string;
    lists: string;
    unconfirmed: string;
    blocked: string;
    save: string;
    saved: string;
    leaveAll: string;
    leftAll: string;
    /** The link to the page. */
    link: string;
  };
  blocked: Said<[email: string]>;
  /** Behind the links of a test, which do nothing. */
  test: Said<[]>;
  archive: {
    title(list: string): string;
    by(team: string): string;
    none: string;
    newer: string;
    older: string;
    feed: string;
  };
  failures: { unknown: Said<[]>; unreadable: Said<[]>; method: Said<[]>; fault: Said<[]> };
}

export const TEXTS: Record<Language, Texts> = { en, de, fr, es, nl };
