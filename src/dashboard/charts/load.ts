/** What draws, loaded when a chart is shown. */
export const loadChart = () => import('./drawn-chart.tsx');

/**
 * Begins to load what draws, before there is anything to draw: the address of a screen that always has a chart calls it, so
 * that it comes along with the screen. When that fails, the chart tries again, and says so.
 */
export const loadChartSoon = (): void => void loadChart().catch(() => {});
