import { isHarmlessName, isOfOtherChannel, nameSpeaksOfConsent, saysSomebodyLeft } from '../../../consent-words.ts';

/** Whether a column with this name is about something other than the team's own e-mails. */
export const isHarmless = isHarmlessName;

export { isOfOtherChannel };

/** Whether a column with this name may say that people left, never opted in, or must not receive e-mails. */
export const mayConcernConsent = nameSpeaksOfConsent;

/** Whether a cell clearly says that its person left or never agreed. */
export const deniesConsent = (cell: string): boolean => saysSomebodyLeft(cell);

/** Like `deniesConsent`, for a cell such as an order's status, where `declined` and `removed` say nothing about the person. */
export const clearlyDeniesConsent = (cell: string): boolean => saysSomebodyLeft(cell, true);
