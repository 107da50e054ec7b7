import type { Brand } from '../content/brand/brand.ts';
import { readableOn, textOn } from '../content/brand/colours.ts';
import type { FormDesign } from './kinds.ts';

/** The colours of a box around a form, and its corners. Every text is readable on what is behind it (WCAG 2.2, AA). */
export interface Palette {
  paper: string;
  ink: string;
  quiet: string;
  line: string;
  /** The button and the ring around the focus. */
  accent: string;
  onAccent: string;
  /** In pixels: of the box, and of its fields and button. */
  corners: number;
  innerCorners: number;
}

type Colours = Pick<Brand, 'color' | 'backgroundColor'>;

const GREY = '#595959';

/** How each design uses the brand. Sites are shown by day: the colours of the site around a form are not known. */
const PALETTES: Readonly<Record<FormDesign, (brand: Colours) => Palette>> = {
  clean: ({ color }) => {
    const accent = readableOn(color, '#ffffff');
    return {
      paper: '#ffffff',
      ink: '#1a1a1a',
      quiet: GREY,
      line: '#d4d4d4',
      accent,
      onAccent: textOnButton(accent),
      corners: 8,
      innerCorners: 6,
    };
  },
  tinted: ({ color, backgroundColor }) => {
    const ink = textOn(backgroundColor);
    const paper = readableOn(backgroundColor, ink);
    const accent = readableOn(color, paper);
    return {
      paper,
      ink,
      quiet: readableOn(GREY, paper),
      line: paper,
      accent,
      onAccent: textOnButton(accent),
      corners: 20,
      innerCorners: 10,
    };
  },
  bold: ({ color }) => {
    const ink = textOn(color);
    const paper = readableOn(color, ink);
    return { paper, ink, quiet: ink, line: paper, accent: ink, onAccent: paper, corners: 2, innerCorners: 2 };
  },
};

const textOnButton = (accent: string): string => readableOn(textOn(accent), accent);

export const paletteOf = (design: FormDesign, brand: Colours): Palette => PALETTES[design](brand);

/** The style of a box with a form, for the element `box`. It sets all that a site could have set otherwise. */
export function boxStyle(box: string, design: FormDesign, brand: Brand): string {
  const { paper, ink, quiet, line, accent, onAccent, corners, innerCorners } = paletteOf(design, brand);
  return `${box},${box} *{box-sizing:border-box}
${box}{position:relative;max-width:30rem;padding:1.5rem;border:1px solid ${line};border-radius:${corners}px;background:${paper};color:${ink};font:400 16px/1.5 ${brand.fontFamily};text-align:start;overflow-wrap:anywhere}
${box} :is(h2,p,label,small,strong,button,input,div){margin:0;font:inherit;color:inherit;text-transform:none;letter-spacing:normal}
${box} h2{margin:0 0 8px;font-size:22px;line-height:1.25;font-weight:700}
${box} p{margin:0 0 12px}
${box} img{display:block;max-width:100%;height:auto;margin:0 0 16px;padding:6px;border-radius:6px;background:#fff}
${box} label{display:block;margin:0 0 4px;font-size:14px;font-weight:600}
${box} small{color:${quiet};font-size:14px;font-weight:400}
${box} input:not([type=checkbox]){display:block;width:100%;height:auto;padding:9px 11px;border:1px solid #767676;border-radius:${innerCorners}px;background:#fff;color:#1a1a1a}
${box} input[type=checkbox]{float:inline-start;width:19px;height:19px;margin:1px 10px 0 0;accent-color:${accent}}
${box} input[type=checkbox]+label{margin-inline-start:30px;font-weight:400}
${box} form>button{display:block;width:100%;padding:10px 20px;border:2px solid ${accent};border-radius:${innerCorners}px;background:${accent};color:${onAccent};font-weight:600;cursor:pointer}
${box} :focus-visible{outline:3px solid ${accent};outline-offset:2px}
${box} [role=status]:focus{outline:0}
${box} [role=status] p:first-child{font-weight:700}
${box} [role=alert]{margin:12px 0 0;padding:8px 12px;border-radius:${innerCorners}px;background:#fff;color:#a3161a}
${box} [role=alert] p{margin:0}
`;
}
