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
/** An axis has at least this many positions. A single bar stays a bar, instead of filling the whole width. */
const LEAST_POSITIONS = 6;
/** The part of a position that its bars fill; the rest is the gap to the next. */
const BAR_SHARE = 0.76;

/** The number of positions on the axis for this many points, which begin at its left. */
export const positionsFor = (points: number): number => Math.max(points, LEAST_POSITIONS);

/** Whether there are few enough points for a label of each, below its bars. */
export const isFew = (points: number): boolean => points <= LEAST_POSITIONS;

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

/** A figure written above its bar: the bar's middle, in positions, and its top. */
export interface Label {
  key: string;
  at: number;
  top: number;
  figure: number;
}

/** Labels for the bars, if they are few: one position with figures, or a short axis. A stack gets its total. */
export function labelsOf(figures: Figures, stacked: boolean): Label[] {
  const positions = (figures[0] ?? []).map((_, at) => at).filter((at) => figures.some((row) => row[at] !== 0));
  if (positions.length !== 1 && !isFew(figures[0]?.length ?? 0)) return [];
  const width = BAR_SHARE / figures.length;
  return positions.flatMap((at) => {
    if (stacked) return [{ key: `${at}`, at: at + 0.5, top: sum(figures, at), figure: sum(figures, at) }];
    return figures.flatMap((row, index) => {
      const figure = row[at] ?? 0;
      const middle = at + (1 - BAR_SHARE) / 2 + (index + 0.5) * width;
      return figure === 0 ? [] : [{ key: `${at} ${index}`, at: middle, top: Math.max(0, figure), figure }];
    });
  });
}

const sum = (figures: Figures, at: number): number => figures.reduce((total, row) => total + (row[at] ?? 0), 0);
