/** The customers whose stock uses a warehouse or an inventory status, in replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { allCustomersLimit, listCustomers, readCustomerNameLookup } from '../auth/index.ts';
import { listCustomersWithStockAt } from '../inventory/index.ts';
import type { DbReader } from '../platform/db/db.ts';

/** The most customers, and the most documents of each kind, that Warehouses/GetUse and Statuses/GetUse list. */
export const maxListedUsesPerKind = 50;

export const CustomerWithStockRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  Items: Type.Integer({ description: 'Items with stock, backorders or expected units there.' }),
  OnHand: Type.Integer({ description: 'Units on hand.' }),
  Backordered: Type.Integer({ description: 'Units that orders wait for.' }),
  Incoming: Type.Integer({ description: 'Expected units that have not arrived.' }),
});

export const customerWithStockExample: Static<typeof CustomerWithStockRecord> = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  Items: 12,
  OnHand: 4_800,
  Backordered: 0,
  Incoming: 600,
};

/**
 * The customers with stock, backorders or expected units at a place, those with the most units first, at most `maxListedUsesPerKind`.
 * `customerNo` undefined: of all customers.
 */
export async function readCustomerWithStockRecords(
  reader: DbReader,
  customerNo: string | undefined,
  place: { readonly warehouse?: string; readonly status?: string },
): Promise<Static<typeof CustomerWithStockRecord>[]> {
  const customers = await listCustomers(reader, { limit: allCustomersLimit });
  const names = new Map(customers.map((customer) => [customer.customerNo, customer.name]));
  const uses = await listCustomersWithStockAt(
    reader,
    customerNo === undefined ? [...names.keys()] : [customerNo],
    place,
    maxListedUsesPerKind,
  );
  return uses.map((use) => ({
    CustomerNo: use.customerNo,
    CustomerName: names.get(use.customerNo) ?? '',
    Items: use.items,
    OnHand: use.onHand,
    Backordered: use.backordered,
    Incoming: use.incoming,
  }));
}

/** Uses with the names of their customers; `''` without a customer. */
export async function withCustomerNames<Use extends { readonly CustomerNo: string }>(
  reader: DbReader,
  uses: readonly Use[],
): Promise<(Use & { readonly CustomerName: string })[]> {
  const nameOf = await readCustomerNameLookup(
    reader,
    uses.map(({ CustomerNo }) => ({ customerNo: CustomerNo })),
  );
  return uses.map((use) => ({ ...use, CustomerName: nameOf(use.CustomerNo) }));
}

/** Something open that uses a warehouse or an inventory status, by its reference and the name that people know. */
export const openUseRecord = <const Kind extends string>(
  Kind: Kind,
  CustomerNo: string,
  TransactionReferenceNumber: string,
  Name: string,
) => ({ Kind, CustomerNo, TransactionReferenceNumber, Name });
