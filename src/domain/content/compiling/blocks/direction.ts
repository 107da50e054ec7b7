/** Scripts that are written from right to left (Unicode, Script_Extensions of bidi class R and AL). */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr', 'Mend', 'Aran']);

/** Whether a language, such as `ar`, `he-IL` or `az-Arab`, is written from right to left. */
export function isRightToLeft(language: string | undefined): boolean {
  if (!language) return false;
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '');
  } catch {
    return false; // unknown language
  }
}

export type Align = 'left' | 'center' | 'right' | 'start' | 'end';
type Side = 'left' | 'right';

/** The sides of a message in the direction of its language. */
export class Sides {
  readonly start: Side;
  readonly end: Side;

  constructor(isRtl: boolean) {
    this.start = isRtl ? 'right' : 'left';
    this.end = isRtl ? 'left' : 'right';
  }

  /** An alignment in CSS. */
  align<Given extends Align | undefined>(align: Given): Side | 'center' | Extract<Given, undefined> {
    if (align === 'start') return this.start;
    if (align === 'end') return this.end;
    return align as Side | 'center' | Extract<Given, undefined>;
  }

  /** A padding or margin, with left and right swapped for right-to-left languages. */
  box(top: string, end: string, bottom: string, start: string): string {
    return this.start === 'left' ? `${top} ${end} ${bottom} ${start}` : `${top} ${start} ${bottom} ${end}`;
  }
}
