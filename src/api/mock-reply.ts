/**
 * The mock's reply (decision 2): an operation's example with the names, filters and page of the request. A list has one record
 * for each value of a list filter (`ItemNumbers`, `OrderNumbers`), each with the other filters of the request. Pure.
 */
import { isJsonObject, type JsonObject } from '../lib/json-object.ts';
import { defaultPagingRules } from '../lib/paging.ts';

/** Properties of a reply, with the properties of the request that they repeat (`sentValue`). */
const echoedNames: Readonly<Record<string, readonly string[]>> = {
  OrderNo: ['OrderNo', 'OrderNumber', 'OrderNumbers'],
  OrderNumber: ['OrderNumber', 'OrderNo', 'OrderNumbers'],
  RefOrderNo: ['OrderNo'],
  ItemNo: ['ItemNo', 'ItemNumbers'],
  CustomerReferenceNo: ['CustomerReferenceNo'],
  PurchaseOrderNumber: ['PurchaseOrderNumber'],
  TransferOrderNumber: ['TransferOrderNumber'],
  Warehouse: ['Warehouse', 'Warehouses'],
  InventoryWarehouse: ['Warehouse'],
  ReturnWarehouse: ['Warehouse'],
  InventoryStatus: ['InventoryStatus', 'InventoryStatuses'],
  TransactionType: ['TransactionType', 'TransactionTypes'],
  Reference: ['Reference', 'References'],
  DispositionCode: ['DispositionCode'],
  Carrier: ['ShippingCarrier'],
  ShippingCarrier: ['ShippingCarrier'],
  City: ['City'],
  State: ['State'],
  ZipCode: ['ZipCode'],
};

/** The filters by a list of names, with the property of a record that each selects by. */
const listFilters: readonly (readonly [filter: string, property: string])[] = [
  ['ItemNumbers', 'ItemNo'],
  ['OrderNumbers', 'OrderNo'],
  ['OrderNumbers', 'OrderNumber'],
];

/** The site of a warehouse is its code without digits, as in production. */
const siteOf = (warehouse: string): string => warehouse.replaceAll(/\d/g, '');

/**
 * Builds the mock's reply to a request from the example of its operation.
 * @param request a valid request
 * @param defaultTop the default of `Top`; undefined for an operation without pages
 */
export function buildExampleReply(
  example: unknown,
  request: JsonObject,
  { reference, defaultTop }: { readonly reference: string; readonly defaultTop: unknown },
): unknown {
  if (typeof example === 'string') return reference;
  const echoed = echo(example, request, true);
  if (!isJsonObject(echoed)) return echoed;
  const body = 'TransactionReferenceNumber' in echoed ? { ...echoed, TransactionReferenceNumber: reference } : echoed;
  return withPage(withRecords(body, request), request, defaultTop);
}

function echo(value: unknown, request: JsonObject, first: boolean): unknown {
  if (Array.isArray(value)) return value.map((member, index) => echo(member, request, first && index === 0));
  if (!isJsonObject(value)) return value;
  const echoed = Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const sent = first ? sentValue(name, member, request) : undefined;
      return [name, sent ?? echo(member, request, first)];
    }),
  );
  if (typeof echoed.Site === 'string' && typeof echoed.Warehouse === 'string') echoed.Site = siteOf(echoed.Warehouse);
  return echoed;
}

/** The value of the request that a property repeats: of a list the example's value if it has it, else the first of its type. */
function sentValue(name: string, member: unknown, request: JsonObject): unknown {
  for (const other of echoedNames[name] ?? []) {
    const sent = request[other];
    const values = (Array.isArray(sent) ? sent : [sent]).filter(
      (value) => typeof value === typeof member && value !== '',
    );
    if (values.length > 0) return values.includes(member) ? member : values[0];
  }
  return undefined;
}

/** Repeats the record of a list, which has the other filters already, for each value of a list filter. */
function withRecords(body: JsonObject, request: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, list]) => {
      const [record] = Array.isArray(list) ? list : [];
      const found = listFilters.find(
        ([filter, property]) => isJsonObject(record) && property in record && isFilled(request[filter]),
      );
      if (found === undefined) return [name, list];
      const [filter, property] = found;
      const values = [...new Set(request[filter] as unknown[])];
      return [name, values.map((value) => ({ ...(record as JsonObject), [property]: value }))];
    }),
  );
}

/** Cuts the page that the request asks for out of the list, with the limits of production. */
function withPage(body: JsonObject, request: JsonObject, defaultTop: unknown): JsonObject {
  const [name, list] = Object.entries(body).find((entry): entry is [string, unknown[]] => isRecordList(entry[1])) ?? [];
  if (name === undefined || list === undefined || !('TotalRecordCount' in body)) return body;
  const total = list.length;
  if (typeof defaultTop !== 'number') return { ...body, TotalRecordCount: total };
  const skip = numberOr(request.Skip, 0);
  const asked = numberOr(request.Top, defaultTop);
  // A Top below 0 is valid in GetStatus only (interface: Limits).
  const top = asked < 0 || asked > defaultPagingRules.maxTop ? defaultPagingRules.maxTop : asked;
  return {
    ...body,
    TotalRecordCount: total,
    Skip: skip,
    Top: top,
    MoreRecords: skip + top < total,
    [name]: list.slice(skip, skip + top),
  };
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isRecordList = (value: unknown): boolean => Array.isArray(value) && isJsonObject(value[0]);
