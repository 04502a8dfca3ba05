/**
 * Every page of the portal, as an administrator opens it on the data of morning.ts. Each is opened: no violation of an accessibility
 * rule or of the content security policy, nothing cut. `npm run test:portal` opens each in every look and takes pictures; `npm test` in one. A new page is one line.
 */
import type { Morning } from './morning.ts';

export interface ListedPage {
  /** The name of its pictures. */
  readonly name: string;
  /** Its address below `/test/portal`. */
  readonly at: string | ((morning: Morning) => string);
  /** Its first heading. */
  readonly heading: string | RegExp;
}

/** Compressed scripts, styles and fonts of a first visit, which begins at any page. */
export const maxFirstVisitBytes = 300_000;

export const listedPages: readonly ListedPage[] = [
  { name: 'overview', at: '/overview', heading: /day, / },
  { name: 'orders', at: '/orders', heading: 'Orders' },
  { name: 'orders-held', at: '/orders?view=held', heading: 'Orders' },
  { name: 'orders-shipped', at: '/orders?view=shipped', heading: 'Orders' },
  { name: 'order-held', at: ({ manyHolds }) => manyHolds.address, heading: /^[A-Z]/ },
  { name: 'order-shipped', at: ({ shipped }) => shipped.address, heading: /^[A-Z]/ },
  { name: 'holds', at: '/holds', heading: 'Holds' },
  { name: 'holds-winery', at: '/holds?reason=Winery', heading: 'Winery holds' },
  { name: 'exceptions', at: '/exceptions', heading: 'Exceptions' },
  { name: 'inventory', at: '/inventory', heading: 'Inventory' },
  { name: 'inventory-changes', at: '/inventory?view=changes', heading: 'Inventory' },
  { name: 'inventory-production', at: '/inventory?view=production', heading: 'Inventory' },
  {
    name: 'inventory-past',
    at: '/inventory?view=past&from=2035-12-31',
    heading: 'Inventory',
  },
  { name: 'stock', at: ({ longName }) => `/inventory/${longName.customerNo}/23PIN-01`, heading: /Pinot/ },
  { name: 'returns', at: '/returns?view=all', heading: 'Returns' },
  { name: 'return', at: ({ returning }) => returning.settled, heading: /^RMA-/ },
  { name: 'skus', at: '/skus', heading: 'SKUs' },
  { name: 'sku', at: ({ longName }) => `/skus/${longName.customerNo}/22CAB-RES`, heading: /Cabernet/ },
  {
    name: 'transactions',
    at: ({ longName }) => `/transactions?view=all&customer=${longName.customerNo}`,
    heading: 'Transactions',
  },
  { name: 'release', at: '/release', heading: 'Release' },
  { name: 'release-schedules', at: '/release?view=schedules', heading: 'Release' },
  { name: 'receive', at: '/receive', heading: 'Receiving' },
  { name: 'returns-station', at: '/returns-station', heading: 'Returns station' },
  { name: 'inbound', at: '/inbound', heading: 'Inbound' },
  { name: 'inbound-transfers', at: '/inbound?view=transfers', heading: 'Inbound' },
  { name: 'inbound-unannounced', at: '/inbound?view=unannounced', heading: 'Inbound' },
  { name: 'waves', at: '/waves', heading: 'Waves' },
  { name: 'pick', at: '/pick', heading: 'Picking' },
  { name: 'pack', at: '/pack', heading: 'Packing station' },
  { name: 'close', at: '/close', heading: 'Close of day' },
  { name: 'will-call', at: '/will-call', heading: 'Will call' },
  { name: 'labels', at: ({ longName }) => `/labels?customer=${longName.customerNo}`, heading: 'Labels' },
  { name: 'labels-scan', at: '/labels?view=scan', heading: 'Labels' },
  { name: 'bins', at: '/bins', heading: 'Bins' },
  { name: 'counts', at: '/counts', heading: 'Counts' },
  { name: 'counts-differences', at: '/counts?view=differences', heading: 'Counts' },
  { name: 'customers', at: '/customers', heading: 'Wineries' },
  { name: 'customer', at: ({ longName }) => `/customers/${longName.customerNo}`, heading: /./ },
  { name: 'webhooks', at: '/webhooks', heading: 'Webhooks' },
  { name: 'activity', at: '/activity', heading: 'Activity' },
  { name: 'activity-customer', at: ({ longName }) => `/activity/${longName.customerNo}`, heading: /./ },
  { name: 'rules', at: '/rules', heading: 'Rules' },
  { name: 'rules-licenses', at: '/rules?view=licenses', heading: 'Rules' },
  { name: 'rules-credit', at: '/rules?view=credit', heading: 'Rules' },
  { name: 'rules-carriers', at: '/rules?view=carriers', heading: 'Rules' },
  {
    name: 'simulation',
    at: ({ longName }) => `/simulation?customer=${longName.customerNo}`,
    heading: 'Simulation',
  },
  { name: 'warehouses', at: '/warehouses', heading: 'Warehouses' },
  { name: 'locations', at: '/locations', heading: 'Locations' },
  { name: 'locations-faces', at: '/locations?view=faces', heading: 'Locations' },
  { name: 'calendars', at: '/calendars', heading: 'Calendars' },
  { name: 'calendars-cutoffs', at: '/calendars?view=cutoffs', heading: 'Calendars' },
  { name: 'calendars-holidays', at: '/calendars?view=holidays', heading: 'Calendars' },
  { name: 'transit', at: '/transit', heading: 'Transit times' },
  { name: 'transit-locations', at: '/transit?view=locations', heading: 'Transit times' },
  { name: 'transit-ask', at: '/transit?view=ask', heading: 'Transit times' },
  { name: 'statuses', at: '/statuses', heading: 'Inventory statuses' },
  { name: 'carriers', at: '/carriers', heading: 'Carriers' },
  { name: 'shippers', at: '/shippers', heading: 'Shippers' },
  { name: 'shippers-rules', at: '/shippers?view=rules', heading: 'Shippers' },
  { name: 'reason-codes', at: '/reason-codes', heading: 'Reason codes' },
  { name: 'operators', at: '/operators', heading: 'Operators' },
  { name: 'audit', at: '/audit', heading: 'Audit' },
  { name: 'account', at: '/account', heading: 'Your account' },
  { name: 'not-found', at: '/nothing/here', heading: 'Page not found' },
];
