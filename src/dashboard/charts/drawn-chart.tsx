import '@mantine/charts/styles.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import type { ChartProps } from './chart.tsx';

/** What is drawn is hidden from who cannot see it, so that nothing of it may take the focus. */
const HIDDEN = { accessibilityLayer: false };

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
    return (
      <BarChart
        {...shared}
        type={stacked ? 'stacked' : 'default'}
        barProps={{ isAnimationActive: false }}
        barChartProps={HIDDEN}
      />
    );
  if (kind === 'line')
    return (
      <LineChart {...shared} curveType="linear" lineProps={{ isAnimationActive: false }} lineChartProps={HIDDEN} />
    );
  return (
    <AreaChart
      {...shared}
      type={stacked ? 'stacked' : 'default'}
      curveType="linear"
      areaProps={{ isAnimationActive: false }}
      areaChartProps={HIDDEN}
    />
  );
}
