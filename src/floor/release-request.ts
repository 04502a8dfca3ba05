/** The orders of a release, by name or by a filter, as Floor/ReleasePreview and Floor/Release request them. */

import Type, { type Static } from 'typebox';
import { dateField, warehouseCodeField } from '../contract/fields.ts';
import { codesFilterField } from '../contract/list-fields.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { parseUsDate } from '../lib/dates.ts';
import {
  isWorkedWarehouse,
  noSuchWarehouseText,
  readOperatorSettings,
  readWarehouseWhereOperatorWorks,
} from '../operator-settings/index.ts';
import { type BulkOrderKey, bulkOrderKeysField, maxBulkOrders } from '../order-index/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { AppError, type Fault } from '../platform/errors.ts';
import type { OperatorCall, OperatorCaller } from '../platform/http/operator-operation.ts';
import { listOrdersToRelease, type ReleaseFilter } from './orders-to-release.ts';

export const releaseRequestFields = {
  Warehouse: warehouseCodeField,
  Orders: Type.Optional(bulkOrderKeysField),
  Customers: codesFilterField('Without Orders: CustomerNos, in any letter case; absent or empty: all.'),
  Carriers: codesFilterField('Without Orders: codes of carriers; absent or empty: all.'),
  Services: codesFilterField('Without Orders: codes of services; absent or empty: all.'),
  IcePack: Type.Optional(
    Type.Boolean({ description: 'Without Orders: only those with an ice pack (true), or without one (false).' }),
  ),
  OneBottle: Type.Optional(
    Type.Boolean({
      description:
        'Without Orders: only those of one bottle (true), or of more (false), by the units of all their lines.',
    }),
  ),
  ShipsBy: Type.Optional(
    dateField(
      'Without Orders: those that are to leave on this day or before; absent: those whose requested day has come at the warehouse, and those that request none on the ship days of their customers.',
    ),
  ),
};

export const releaseErrorTexts = {
  400: 'A filter is not valid, or Orders is sent together with filters.',
  403: 'The warehouse is automatic.',
  404: `${noSuchWarehouseText}.`,
};

const ReleaseFields = Type.Object(releaseRequestFields);
export type FloorReleaseRequest = Static<typeof ReleaseFields>;

export function checkReleaseRequest({ Orders: orders, ...filter }: FloorReleaseRequest): Fault[] {
  const { Customers, Carriers, Services, OneBottle, IcePack, ShipsBy } = filter;
  const isFiltered = [Customers, Carriers, Services, OneBottle, IcePack, ShipsBy].some((each) => each !== undefined);
  if (orders === undefined || !isFiltered) return [];
  return [{ field: 'Orders', code: 'Conflict', message: 'must not be sent together with filters' }];
}

/**
 * The named orders, or the oldest that wait for their release and match the filter, at most 500. Throws `NotFound` for a warehouse
 * that does not exist or that the operator does not work in, then `StateForbids` for an automatic one.
 */
export async function selectOrdersToRelease(
  { environment: { db }, operator }: Pick<OperatorCall<unknown>, 'environment' | 'operator'>,
  request: FloorReleaseRequest,
): Promise<readonly BulkOrderKey[]> {
  const { Warehouse: code } = request;
  const warehouse = await readWorkedWarehouseOfOperator(db, operator, code);
  if (request.Orders !== undefined) return request.Orders;
  const found = await listOrdersToRelease(db, releaseFilterOf(warehouse, request), maxBulkOrders);
  return found.map(({ customerNo, orderId }) => ({ CustomerNo: customerNo, TransactionReferenceNumber: orderId }));
}

/** A worked warehouse that the operator works in. Throws as `selectOrdersToRelease`. */
export async function readWorkedWarehouseOfOperator(
  reader: DbReader,
  operator: OperatorCaller,
  code: string,
): Promise<Warehouse> {
  const warehouse = await readWarehouseWhereOperatorWorks(reader, operator, code);
  if (!isWorkedWarehouse(code, await readOperatorSettings(reader))) {
    const reason = `${code} is an automatic warehouse: its orders start when they are due.`;
    throw new AppError({ code: 'StateForbids', reason, extra: { State: 'AUTOMATIC' } });
  }
  return warehouse;
}

export const releaseFilterOf = (
  { code, timeZone, workingDays }: Warehouse,
  request: Omit<FloorReleaseRequest, 'Warehouse' | 'Orders'>,
): ReleaseFilter => ({
  warehouse: code,
  timeZone,
  workingDays,
  customers: request.Customers ?? [],
  carriers: request.Carriers ?? [],
  services: request.Services ?? [],
  isOneUnit: request.OneBottle,
  hasIcePack: request.IcePack,
  shipsBy: request.ShipsBy === undefined ? undefined : parseUsDate(request.ShipsBy),
});
