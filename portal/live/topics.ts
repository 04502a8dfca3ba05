/** The areas of operations, or single operations of an area, that show a topic: their queries are read again when it has changed. */
const areas: Readonly<Record<string, readonly string[]>> = {
  orders: ['Orders', 'Overview', 'Exceptions', 'Simulation', 'Labels'],
  holds: ['Holds', 'Overview'],
  floor: ['Floor', 'Picking', 'Receiving', 'PurchaseOrders', 'TransferOrders', 'Bins', 'Counts', 'Locations'],
  inventory: ['Inventory', 'Simulation', 'Bins', 'Counts', 'SKUs/Get'],
  returns: ['Returns'],
  skus: ['SKUs', 'ItemCodes'],
  transactions: ['Transactions'],
  customers: ['Customers'],
  rules: ['Rules', 'CarrierRules'],
  webhooks: ['Webhooks'],
  settings: [
    'Warehouses',
    'Statuses',
    'Calendars',
    'ReasonCodes',
    'Shippers',
    'PackingRules',
    'CarrierAccounts',
    'Locations',
    'Transit',
    'CarrierLocations',
  ],
  views: ['SavedViews'],
  operators: ['Operators'],
  audit: ['Audit'],
};

/** Whether a query, by its path, shows one of the topics. */
export function isAffectedByTopics(path: unknown, topics: ReadonlySet<string>): boolean {
  const [, , area, operation] = typeof path === 'string' ? path.split('/') : [];
  if (area === undefined) return false;
  return [...topics].some((topic) => areas[topic]?.some((shown) => shown === area || shown === `${area}/${operation}`));
}
