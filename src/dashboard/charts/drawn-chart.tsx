import '@mantine/charts/styles.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import type { ChartProps } from './chart.tsx';

/** Draws with Mantine's charts. Nothing moves by itself. */
export default function DrawnChart({ kind, points, series, format, stacked = false, height = 240 }: ChartProps) {
  const shared = {
    ...{ h: height, data: [...points], dataKey: 'at', valueFormatter: format },
    ...{
      series: series.map(({ key, name, color }) => ({ name: key, label: name, color })),
      withLegend: series.length > 1,
    },
  };
  if (kind === 'bar')
    return <BarChart {...shared} type={stacked ? 'stacked' : 'default'} barProps={{ isAnimationActive: false }} />;
  if (kind === 'line') return <LineChart {...shared} curveType="linear" lineProps={{ isAnimationActive: false }} />;
  return (
    <AreaChart
      {...shared}
      type={stacked ? 'stacked' : 'default'}
      curveType="linear"
      areaProps={{ isAnimationActive: false }}
    />
  );
}
