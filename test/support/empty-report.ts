/** The report of a campaign without messages. */
export const EMPTY_REPORT = {
  ...{ recipients: 0, sent: 0, delivered: 0, failed: 0, unknown: 0, withheld: {} },
  opens: { unique: 0, total: 0, proxies: 0, scanners: 0 },
  clicks: { unique: 0, total: 0, scanners: 0 },
  ...{ unsubscribes: 0, unsubscribe_reasons: {}, bounces: { hard: 0, soft: 0 }, complaints: 0, revenue: [] },
  rates: { open: 0, click: 0, click_to_open: 0, unsubscribe: 0, bounce: 0, complaint: 0 },
  ...{ links: [], variants: [], domains: [], hours: [] },
};
