import { isHarmlessName, isOfOtherChannel, nameSpeaksOfConsent, saysSomebodyLeft } from '../../../consent-words.ts';

/** Whether a column by this name is about something else than e-mails of the team's own. */
export const isHarmless = isHarmlessName;

export { isOfOtherChannel };

/** Whether a column by this name may say who left, never opted in, or must not receive e-mails. */
export const mayTellWhoLeft = nameSpeaksOfConsent;

/** Whether a cell says in a clear word that its person left or never agreed. */
export const saysWhoLeft = (cell: string): boolean => saysSomebodyLeft(cell);

/** The same of a cell of an order's status or the like, where `declined` and `removed` say nothing of the person. */
export const surelySaysWhoLeft = (cell: string): boolean => saysSomebodyLeft(cell, true);
