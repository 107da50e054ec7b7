import type { Revenue } from '../domain/insight/revenue.ts';
import { builder } from './builder.ts';

export const RevenueTotal = builder.objectRef<Revenue>('RevenueTotal').implement({
  fields: (t) => ({
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    revenue: t.expose('revenue', { type: 'Money', description: "In the currency's smallest unit." }),
    orders: t.expose('orders', { type: 'SafeInt' }),
  }),
});
