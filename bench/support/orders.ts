/**
 * The orders that the benches send (about 1.4 KB each, three of sixty items, with unique order numbers and transmission ids)
 * and the customers that send them.
 */

export interface BenchCustomer {
  readonly customerNo: string;
  readonly userKey: string;
  readonly password: string;
}

/** The credentials in the body of every request. */
export const authentication = ({ userKey, password, customerNo }: BenchCustomer) => ({
  UserKey: userKey,
  Password: password,
  CustomerNo: customerNo,
});

export const itemNos: readonly string[] = Array.from({ length: 60 }, (_, i) => `WINE-${String(i).padStart(2, '0')}`);

const places = [
  ['Boyd', 'MT', '59013'],
  ['Colorado Springs', 'CO', '80906'],
  ['Natrona', 'WY', '82646'],
  ['Hillside', 'IL', '60162'],
  ['Stamford', 'TX', '79553'],
  ['Naples', 'FL', '34110'],
  ['New Hope', 'PA', '18938'],
  ['Charlotte', 'NC', '28221'],
] as const;

export interface BenchLine {
  readonly itemNo: string;
  readonly quantity: number;
}

/** The lines of order `n`: three different items. */
export function linesOf(n: number): BenchLine[] {
  return [0, 13, 29].map((step, i) => ({
    itemNo: itemNos[(n * 7 + step) % itemNos.length] as string,
    quantity: 1 + ((n >> i) & 1),
  }));
}

export const orderNoOf = (n: number): string => `CLB${String(n).padStart(9, '0')}`;
export const transmissionIdOf = (n: number): string => `FALL26-${String(n).padStart(9, '0')}-A1`;

/** The request without credentials. */
export function orderRequest(n: number) {
  const [city, state, zip] = places[n % places.length] as (typeof places)[number];
  const contact = {
    FirstName: 'Sample',
    LastName: 'Member',
    Address: `${100 + (n % 9000)} Oak Avenue`,
    Address2: '',
    City: city,
    State: state,
    ZipCode: zip,
    Country: 'US',
    PhoneNumber: '6475550190',
    EmailAddress: `member${n}@mail.example`,
  };
  return {
    OrderInfo: {
      TransmissionId: transmissionIdOf(n),
      OrderNo: orderNoOf(n),
      OrderType: 'CLUB' as const,
      OrderSource: 'Wine club',
      OrderDate: '2026-11-18T17:00:00Z',
      GiftCard: 0 as const,
      Tags: 'fall26;new member',
      BatchId: 'FALL26',
      ConsumerTaxCollected: '9.27',
      ConsumerShippingPrice: '15.00',
    },
    RecipientContactInfo: contact,
    BillingContactInfo: contact,
    ShipmentInfo: {
      ShippingCarrier: 'FEX' as const,
      ShippingCarrierService: 'GRND' as const,
      Insurance: 0 as const,
      IcePack: 0 as const,
      ServiceWarehouseLocation: 'APC01',
    },
    ItemsInfo: linesOf(n).map(({ itemNo, quantity }) => ({
      ItemNo: itemNo,
      ItemDescription: 'Cabernet Sauvignon Hillside 750ml',
      ItemQuantity: quantity,
      QuantityUnit: 'RETAIL' as const,
      UnitPrice: 65.5,
    })),
  };
}

/** The body of the request. */
export function orderBody(customer: BenchCustomer, n: number): string {
  return JSON.stringify({ Authentication: authentication(customer), ...orderRequest(n) });
}
