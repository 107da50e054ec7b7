/** How a form appears on a site. `page`: only at its own address. */
export const FORM_KINDS = ['inline', 'popup', 'slide_in', 'bar', 'page'] as const;

export type FormKind = (typeof FORM_KINDS)[number];

/** The looks of a form, each drawn from the team's brand (`design.ts`). */
export const FORM_DESIGNS = ['clean', 'tinted', 'bold'] as const;

export type FormDesign = (typeof FORM_DESIGNS)[number];

/** Kinds that open over a site. */
export const opensOver = (kind: string): boolean => kind === 'popup' || kind === 'slide_in' || kind === 'bar';

/** When a form opens over a site: at the first of these. */
export interface Opening {
  openAfterSeconds: number | null;
  openAfterPercent: number | null;
  openOnLeave: boolean;
}

/** Used by a form without any condition: visitors see a little of the site first. */
export const USUAL_SECONDS = 5;

/** For how long a form stays closed, unless the form says otherwise. */
export const USUAL_REPEAT_DAYS = 30;

/** The seconds after which a form opens. Null: time does not open it. */
export const secondsOf = ({ openAfterSeconds, openAfterPercent, openOnLeave }: Opening): number | null =>
  openAfterSeconds ?? (openAfterPercent === null && !openOnLeave ? USUAL_SECONDS : null);
