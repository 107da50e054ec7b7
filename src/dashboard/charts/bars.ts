import { nice, ticks } from 'd3-array';

/** One row of numbers for each series: a number for each position on the axis. */
export type Figures = readonly (readonly number[])[];

/** The rounded range of an axis, including zero, and the positions of its lines. */
export interface Scale {
  low: number;
  high: number;
  lines: readonly number[];
}

const LINES = 4;
/** The part of a position that its bars fill; the rest is the gap to the next. */
const BAR_SHARE = 0.76;

/** An axis for bars beside each other or, if `stacked`, on top of each other. Whole figures get no fractional lines. */
export function scaleOf(figures: Figures, stacked: boolean): Scale {
  const tops = stacked ? (figures[0] ?? []).map((_, at) => sum(figures, at)) : figures.flat();
  const [low, high] = nice(Math.min(0, ...tops), Math.max(0, ...tops) || 1, LINES);
  const isWhole = figures.flat().every(Number.isInteger);
  return { low, high, lines: ticks(low, high, LINES).filter((line) => !isWhole || Number.isInteger(line)) };
}

/** How far below the top of an axis a figure is, as a share of its height. */
export const below = (figure: number, { low, high }: Scale): number => (high - figure) / (high - low);

/** The bars of one series as the path of an SVG that is one wide for each position and one high. */
export function barsOf(figures: Figures, index: number, stacked: boolean, scale: Scale): string {
  const width = stacked ? BAR_SHARE : BAR_SHARE / figures.length;
  const from = (1 - BAR_SHARE) / 2 + (stacked ? 0 : index * width);
  const under = figures.slice(0, index);
  return (figures[index] ?? [])
    .map((figure, at) => {
      if (figure === 0) return '';
      const base = stacked ? sum(under, at) : 0;
      return `M${at + from} ${below(base, scale)}h${width}V${below(base + figure, scale)}h${-width}z`;
    })
    .join('');
}

const sum = (figures: Figures, at: number): number => figures.reduce((total, row) => total + (row[at] ?? 0), 0);
