import { Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { loadChart, loadChartSoon } from './load.ts';

const Drawn = lazy(loadChart);

/** Begins to load what draws, while the figures for a chart are still being read. */
export const useChartSoon = (): void => useEffect(loadChartSoon, []);

/** What is drawn: a name for people, and what it is called in `points`. */
export interface Series {
  key: string;
  name: string;
  /** A colour of the theme such as `indigo.6`. */
  color: string;
}

export interface ChartProps {
  label: string;
  kind: 'area' | 'bar' | 'line';
  /** One for each place on the axis, which is called `at`, written as people read it. */
  points: readonly ({ at: string } & Record<string, number | string>)[];
  series: readonly Series[];
  /** Writes a figure for people. */
  format: (value: number) => string;
  stacked?: boolean;
  height?: number;
}

/** Figures along time, drawn, and as a table for who cannot see what is drawn. What draws is loaded when a chart is shown. */
export function Chart(props: ChartProps) {
  return (
    <figure aria-label={props.label}>
      <div aria-hidden>
        <Suspense fallback={<Skeleton height={props.height ?? 240} />}>
          <Drawn {...props} />
        </Suspense>
      </div>
      <VisuallyHidden>
        <Figures {...props} />
      </VisuallyHidden>
    </figure>
  );
}

function Figures({ label, points, series, format }: ChartProps) {
  return (
    <Table>
      <Table.Caption>{label}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {series.map(({ key, name }) => (
            <Table.Th key={key}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map((point) => (
          <Table.Tr key={point.at}>
            <Table.Th scope="row">{point.at}</Table.Th>
            {series.map(({ key }) => (
              <Table.Td key={key}>{format(Number(point[key] ?? 0))}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
