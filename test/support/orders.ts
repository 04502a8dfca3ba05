/** Sales orders for tests, as the operation would make them. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { SalesOrderDraft } from '../../src/sales-orders/draft.ts';
import { parseOrderContentWithHash, type SalesOrderRequest } from '../../src/sales-orders/request-mapping.ts';

/** Denver: every warehouse of the interface is in another state. */
export const recipient = {
  FirstName: 'Sample',
  LastName: 'Recipient',
  Address: '100 Main St',
  City: 'Denver',
  State: 'CO',
  ZipCode: '80202',
};

let numbered = 0;

/** A number that no other order of this process has. */
export function freshOrderNo(): string {
  numbered += 1;
  return `ORD-${process.pid}-${numbered}`;
}

export type OrderOverrides = { readonly [K in keyof SalesOrderRequest]?: Partial<SalesOrderRequest[K]> };

export function orderRequest(overrides: OrderOverrides = {}): SalesOrderRequest {
  return {
    RecipientContactInfo: recipient,
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }],
    ...overrides,
    OrderInfo: { OrderNo: freshOrderNo(), OrderType: 'CLUB', ...overrides.OrderInfo },
  } as SalesOrderRequest;
}

export function draft(customerNo: string, request: SalesOrderRequest): SalesOrderDraft {
  return {
    ...parseOrderContentWithHash(request),
    customerNo,
    reference: uuidv7(),
    actor: 'tester',
    operation: 'SalesOrder/CreateSalesOrder',
    shippingDefaults: { carrier: 'BSW', service: 'GRND', warehouse: '', shipDays: '' },
    unknownProperties: [],
  };
}
