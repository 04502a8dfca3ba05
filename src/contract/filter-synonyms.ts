/**
 * The names of filters in the queries of the interface (decision 4). Sibling operations name one filter differently, and a client
 * that sends the name of another one must not get the records of the whole customer.
 */

/** Each member has all names of one filter. */
type FilterSynonyms = readonly (readonly string[])[];

const orderNumbers = ['OrderNo', 'OrderNos', 'OrderNumber', 'OrderNumbers'] as const;

/** The other names of the order number, for a query of one order. */
export const orderNumberSynonyms: FilterSynonyms = [orderNumbers];

/** All filters of queries that return lists. */
export const filterNameSynonyms: FilterSynonyms = [
  orderNumbers,
  ['ItemNo', 'ItemNos', 'ItemNumber', 'ItemNumbers'],
  ['Warehouse', 'Warehouses', 'InventoryWarehouse', 'ReturnWarehouse', 'ShippingWarehouse'],
  ['InventoryStatus', 'InventoryStatuses', 'InventoryStatusCode', 'InventoryStatusCodes'],
  ['TransactionType', 'TransactionTypes'],
  ['Reference', 'References'],
  ['ShippingCarrier', 'ShippingCarriers', 'Carrier', 'Carriers'],
  ['DispositionCode', 'DispositionCodes'],
  ['ShipDateRange'],
  ['LastActivityDateRange'],
  ['TransactionDate'],
  ['TransactionStartDateTime'],
  ['TransactionEndDateTime'],
  ['StartTime'],
  ['EndTime'],
];
