import { Group, getThemeColor, useMantineTheme, VisuallyHidden } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import { barsOf, below, isFew, labelsOf, positionsFor, type Scale, scaleOf } from './bars.ts';
import styles from './chart.module.css';

/** A series: its name for people, and its key in `points`. */
export interface Series {
  key: string;
  name: string;
  /** A colour of the theme such as `indigo.6`. */
  color: string;
}

/** A horizontal line that figures should stay below. */
interface Limit {
  value: number;
  name: string;
  color: string;
}

interface Props {
  label: string;
  /** One for each position on the axis: `at` is its formatted label. */
  points: readonly ({ at: string } & Record<string, number | string>)[];
  series: readonly Series[];
  /** Writes a figure for people. */
  format: (value: number) => string;
  /** On top of each other instead of beside each other. */
  stacked?: boolean;
  height?: number;
  /** Lines across the bars, with their names in the legend. */
  limits?: readonly Limit[];
  /** Written where a point has no figure. Default: zero, formatted. */
  missing?: string;
}

type LegendProps = Pick<Props, 'series' | 'format' | 'limits' | 'missing'> & {
  point: Props['points'][number] | undefined;
};

/** Figures over time as bars, and as a table for screen readers. No animation. */
export function Chart(props: Props) {
  return (
    <figure aria-label={props.label}>
      <div aria-hidden>
        <Plot {...props} />
      </div>
      <VisuallyHidden>
        <FiguresTable {...props} />
      </VisuallyHidden>
    </figure>
  );
}

const NO_LIMITS: readonly Limit[] = [];

function Plot({ points, series, format, stacked = false, height = 220, limits = NO_LIMITS, missing }: Props) {
  const theme = useMantineTheme();
  const [pointed, setPointed] = useState<number>();
  const figures = series.map(({ key }) => points.map((point) => Number(point[key] ?? 0)));
  const scale = scaleOf(limits.length > 0 ? [...figures, limits.map(({ value }) => value)] : figures, stacked);
  const positions = positionsFor(points.length);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(points.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * positions))));
  };
  return (
    <>
      <Legend
        series={series}
        format={format}
        limits={limits}
        missing={missing}
        point={pointed === undefined ? undefined : points[pointed]}
      />
      <div className={styles.chart}>
        <GridLines scale={scale} format={format} height={height} />
        <div
          className={styles.plot}
          style={{ height }}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          <svg className={styles.bars} viewBox={`0 0 ${positions} 1`} preserveAspectRatio="none" role="none">
            {pointed !== undefined && <rect className={styles.pointed} x={pointed} y={0} width={1} height={1} />}
            <path
              className={styles.lines}
              d={scale.lines.map((line) => `M0 ${below(line, scale)}H${positions}`).join('')}
            />
            {series.map(({ key, color }, index) => (
              <path key={key} fill={getThemeColor(color, theme)} d={barsOf(figures, index, stacked, scale)} />
            ))}
            {limits.map(({ value, color }) => (
              <path
                key={value}
                className={styles.limit}
                stroke={getThemeColor(color, theme)}
                d={`M0 ${below(value, scale)}H${positions}`}
              />
            ))}
          </svg>
          {labelsOf(figures, stacked).map(({ key, at, top, figure }) => (
            <span
              key={key}
              className={styles.label}
              style={{ insetInlineStart: `${(at / positions) * 100}%`, insetBlockStart: `${below(top, scale) * 100}%` }}
            >
              {format(figure)}
            </span>
          ))}
        </div>
        <AxisLabels names={points.map(({ at }) => at)} />
      </div>
    </>
  );
}

/** The legend, with the figures at the pointer. */
function Legend({ series, format, limits = NO_LIMITS, missing, point }: LegendProps) {
  const theme = useMantineTheme();
  return (
    <Group className={styles.legend} gap="md" justify="flex-end" mb="xs" fz="sm">
      {point?.at}
      {(point || series.length > 1) &&
        series.map(({ key, name, color }) => (
          <Group key={key} gap={6}>
            <span className={styles.colour} style={{ background: getThemeColor(color, theme) }} />
            {name}
            {point && <b>{written(point[key], format, missing)}</b>}
          </Group>
        ))}
      {limits.map(({ value, name, color }) => (
        <Group key={value} gap={6}>
          <span className={styles.line} style={{ background: getThemeColor(color, theme) }} />
          {name}
        </Group>
      ))}
    </Group>
  );
}

/** The labels of the axis lines. */
function GridLines({ scale, format, height }: { scale: Scale; format: Props['format']; height: number }) {
  const names = scale.lines.map(format);
  return (
    <div className={styles.figures} style={{ height }}>
      {scale.lines.map((line, index) => (
        <span key={line} style={{ insetBlockStart: `${below(line, scale) * 100}%` }}>
          {names[index]}
        </span>
      ))}
      {/* The labels overlap and take no width; the longest, hidden one sets it. */}
      <i>{names.reduce((one, other) => (one.length < other.length ? other : one), '')}</i>
    </div>
  );
}

/** A label below each of a few bars. Else as many as fit: the first, the last, and some between. */
function AxisLabels({ names }: { names: readonly string[] }) {
  if (isFew(names.length))
    return (
      <div className={styles.axis} data-few>
        {names.map((name) => (
          <span key={name} style={{ width: `${100 / positionsFor(names.length)}%` }}>
            {name}
          </span>
        ))}
      </div>
    );
  const most = Math.min(names.length, 5);
  const shown = Array.from({ length: most }, (_, n) => Math.round((n * (names.length - 1)) / Math.max(1, most - 1)));
  return (
    <div className={styles.axis}>
      {shown.map((at) => (
        <span key={at}>{names[at]}</span>
      ))}
    </div>
  );
}

/** A figure, or the text in its place. */
const written = (figure: number | string | undefined, format: Props['format'], missing: string | undefined): string =>
  figure === undefined && missing !== undefined ? missing : format(Number(figure ?? 0));

function FiguresTable({ label, points, series, format, missing }: Props) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <td />
          {series.map(({ key, name }) => (
            <th key={key}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.at}>
            <th scope="row">{point.at}</th>
            {series.map(({ key }) => (
              <td key={key}>{written(point[key], format, missing)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
