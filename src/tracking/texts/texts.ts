import type { Often } from '../../domain/audience/preferences.ts';
import type { LeavingReason } from '../../domain/ledger/leaving-reasons.ts';
import type { Language } from '../../validation/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

/** A heading and the sentence below it. */
export interface PageText<Args extends unknown[]> {
  title: string;
  text(...args: Args): string;
}

type ReportWord =
  | ('recipients' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'unsubscribed' | 'complained' | 'revenue')
  | ('variants' | 'variant' | 'winner' | 'links' | 'link' | 'people');

type AboutList = PageText<[list: string, email: string]>;

/** All texts of the public pages. */
export interface Texts {
  confirm: { ask: AboutList; action: string; done: AboutList; already: AboutList; left: AboutList };
  unsubscribe: { ask: AboutList; action: string; done: AboutList };
  /** Asks unsubscribed people for their reason. */
  leaving: { why: string; reasons: Record<LeavingReason, string>; send: string; thanks: string };
  preferences: {
    title: string;
    text(email: string): string;
    lists: string;
    unconfirmed: string;
    blocked: string;
    save: string;
    often: Record<Often, string> & { title: string; own: (messages: number, days: number) => string };
    tracking: { title: string; text: string; on: string; off: string };
    language: string;
    /** While no language is known. */
    noLanguage: string;
    pause: { title: string; text: string; action: string; until(day: string): string; end: string };
    leaveAll: string;
    data: { title: string; text(email: string): string; action: string; blocked: string };
    /** The messages after an action. */
    done: Record<'saved' | 'leftAll' | 'answered' | 'paused' | 'resumed' | 'dataSent', string>;
    /** The link to the page. */
    link: string;
  };
  data: {
    title: string;
    text(team: string, email: string): string;
    download: string;
    erase: string;
    warning: string;
    sure: string;
    erased: PageText<[team: string, email: string]>;
  };
  blocked: PageText<[email: string]>;
  /** For the links of test e-mails, which change nothing. */
  test: PageText<[]>;
  archive: {
    title(list: string): string;
    by(team: string): string;
    none: string;
    newer: string;
    older: string;
    feed: string;
  };
  /** A shared report. */
  report: Record<ReportWord, string> & { by(team: string, day: string): string };
  failures: { unknown: PageText<[]>; unreadable: PageText<[]>; method: PageText<[]>; fault: PageText<[]> };
}

export const TEXTS: Record<Language, Texts> = { en, de, fr, es, nl };
