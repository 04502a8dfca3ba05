/**
 * A customer's past, inserted in bulk as the program would have left it: the same number of orders a day up to `end`. Each has one
 * package, which is packed four hours after its order was accepted, leaves four hours later, and is delivered three days after it was
 * packed. One order in a hundred is canceled, one in fifty comes back, one package in 200 waits ten days for its recipient, and the
 * newest orders are on hold. The same arguments give the same rows.
 *
 * For benches and for tests of the cost of reads. Stock is not moved: `dray verify` reports that these packages have no movements.
 */
import type { Db } from '../../src/platform/db/db.ts';

/** The number of orders on hold: the newest ones. */
export const ordersOnHold = 20;

/** Commit numbers reserved for each order; those from the tenth on are of packages and returns. */
export const seqsPerOrder = 20;

export interface PastOrders {
  readonly customerNo: string;
  readonly orders: number;
  readonly perDay: number;
  /** When the last order was accepted. */
  readonly end: Temporal.Instant;
}

export const pastOrderNo = (n: number): string => `PAST-${String(n).padStart(7, '0')}`;

const orderNo = `'PAST-' || lpad(n::text, 7, '0')`;
/** In the form and in the order of UUIDs of version 7. */
const idOf = (time: string, salt: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5($1 || ${salt} || n), 1, 3)
    || '8' || substr(md5($1 || ${salt} || n), 4, 15))::uuid`;
const zone = 'America/Los_Angeles';

/** Every order with what is derived from its number. */
const pastOrders = `
  select o.*, ${idOf('accepted_at', `'order'`)} as order_id, ${idOf('packed_at', `'package'`)} as package_id,
         (packed_at at time zone '${zone}')::date as ship_day,
         n % 100 = 7 as is_canceled, n >= $3::int - ${ordersOnHold} as is_held, n % 50 = 3 as is_returned,
         case when n % 200 = 5 then 'WILL' when n % 50 = 11 then 'GSO' when n % 5 < 3 then 'FEX' else 'UPS' end as carrier,
         array(select packed_at + step from unnest(array[interval '0', '4 hours', '1 day', '2 days',
                 case when n % 200 = 5 then interval '10 days' else '3 days' end]) step
                where packed_at + step <= $2) as activity_at
    from (select n, $2::timestamptz - ($3::int - 1 - n) * (interval '1 day' / $4::int) as accepted_at,
                 $2::timestamptz - ($3::int - 1 - n) * (interval '1 day' / $4::int) + interval '4 hours' as packed_at
            from generate_series(0, $3::int - 1) n) o`;

const statements: readonly string[] = [
  `insert into sales_orders (customer_no, order_id, order_no, shipment_key, order_type, status, content_hash, warehouse,
                             warehouse_named, carrier, service, requested_ship_date, ice_pack, batch_id, accepted_at,
                             queued_at, lines)
   select $1, order_id, ${orderNo}, '', 'CLUB',
          case when is_held then 'ON WINERY REQUESTED HOLD' when is_canceled then 'CANCELED' when packed_at > $2 then 'RECEIVED'
               else 'SHIPPED' end,
          sha256(${orderNo}::bytea), 'APC01', true, carrier, case carrier when 'WILL' then 'CALL' else 'GRND' end, ship_day, 0, '',
          accepted_at, accepted_at,
          '[{"line":1,"itemNo":"WINE-0001","description":"2023 Pinot Noir Estate","quantity":6,"quantityUnit":"RETAIL","units":6,"uom":"750","storage":"service","status":"GOOD-NO-TX"}]'
     from past`,
  `insert into sales_order_details (customer_no, order_id, document)
   select $1, order_id, json_build_object(
            'transmissionId', '', 'poNo', '', 'orderSource', 'WEB', 'orderDate', '', 'giftCard', 0, 'giftCardMessage', '',
            'tags', json_build_array(), 'specialInstructions', '', 'consumerTaxCollected', '', 'consumerShippingPrice', '',
            'batchDescription', '', 'insurance', 0, 'recipient', contact, 'billing', contact)
     from past cross join (select json_build_object(
            'firstName', 'Ana', 'lastName', 'Lee', 'company', '', 'address', '7051 Oak Avenue', 'address2', '',
            'city', 'Boyd', 'state', 'MT', 'zipCode', '59013', 'country', 'US', 'phoneNumber', '5555550100',
            'emailAddress', 'ana@example.com') as contact) c`,
  `insert into sales_order_identities (customer_no, kind, name, shipment_key, order_id)
   select $1, kind, case kind when 1 then ${orderNo} else 'TX-' || n end, '', order_id
     from past cross join unnest(array[1, 2]) kind where kind = 2 or not is_canceled or is_held`,
  `insert into sales_order_references (customer_no, reference, order_id)
   select $1, ${idOf('accepted_at', `'update'`)}, order_id from past where n % 10 = 1`,
  `insert into sales_order_holds (customer_no, order_id, reason, owner, cause, description, placed_at)
   select $1, order_id, 'Winery', 'customer', 'HoldOrder', 'Held at the request of the winery.', accepted_at
     from past where is_held`,
  `insert into packages (customer_no, package_id, order_id, package_no, leg, status, carrier, service, tracking_no,
                         warehouse, requested_ship_date, ship_date, estimated_delivery_date, weight_lb, length_in, width_in,
                         height_in, carrier_status, carrier_message, carrier_at, carrier_location, packed_at,
                         last_activity_at, activity_at, activity_seq, first_seq, items)
   select $1, package_id, order_id, 1, 0,
          (array['READY TO SHIP', 'SHIPPED', 'IN TRANSIT', 'IN TRANSIT', 'DELIVERED'])[cardinality(activity_at)], carrier,
          case carrier when 'WILL' then 'CALL' else 'GRND' end, lpad(n::text, 12, '2'), 'APC01', ship_day,
          case when cardinality(activity_at) > 1 then ship_day end, ship_day + 3, 18, 14, 14, 18,
          case when cardinality(activity_at) > 2 then 'AR' else '' end, '', activity_at[3], '', packed_at,
          activity_at[cardinality(activity_at)], activity_at,
          -- Whatever happened to it last stands behind the orders that were accepted meanwhile.
          least(n * ${seqsPerOrder} + 10 + cardinality(activity_at)
                  + floor(extract(epoch from activity_at[cardinality(activity_at)] - packed_at) / 86400 * $4::int)
                    * ${seqsPerOrder}, $3::int * ${seqsPerOrder}),
          n * ${seqsPerOrder} + 10,
          '[{"line":1,"itemNo":"WINE-0001","description":"2023 Pinot Noir Estate","status":"GOOD-NO-TX","units":6}]'
     from past where packed_at <= $2 and not is_canceled and not is_held`,
  `insert into returns (customer_no, return_id, rma_number, order_id, order_no, warehouse, status, tracking_nos, carrier,
                        service, announced_at, received_at, announced_seq, received_seq)
   select $1, ${idOf(`packed_at + interval '36 hours'`, `'return'`)}, 'RMA-' || $1 || '-' || lpad(n::text, 7, '0'), order_id,
          ${orderNo}, (array['APC01', 'APC01', 'APC01', 'COB01'])[1 + n / 50 % 4], 'RECEIVED', array[lpad(n::text, 12, '2')], carrier, 'GRND', packed_at + interval '36 hours',
          packed_at + interval '48 hours', n * ${seqsPerOrder} + 3 * $4::int / 2 * ${seqsPerOrder} + 18,
          n * ${seqsPerOrder} + 2 * $4::int * ${seqsPerOrder} + 19
     from past where is_returned and packed_at + interval '48 hours' <= $2`,
  `insert into return_lines (customer_no, return_id, line, item_no, item_description, uom, shipped_status, expected)
   select r.customer_no, r.return_id, 1, 'WINE-0001', '2023 Pinot Noir Estate', '750', 'GOOD-NO-TX', 6
     from returns r where r.customer_no = $1`,
  `insert into return_details (customer_no, return_id, document)
   select r.customer_no, r.return_id, '{"reason":"Refused"}' from returns r where r.customer_no = $1`,
  `update commit_counters set last_seq = greatest(last_seq, $3::int * ${seqsPerOrder}) where customer_no = $1`,
];

/** Writes the past of a customer that has none yet. */
export async function givenPastOrders(db: Db, given: PastOrders): Promise<void> {
  await write(db, statements, given);
}

async function write(
  db: Db,
  statements: readonly string[],
  { customerNo, orders, perDay, end }: PastOrders,
): Promise<void> {
  const values = [customerNo, end, orders, perDay];
  // Each statement names all four, so that every one can be given the same values.
  const given = `given as (select $1::text, $2::timestamptz, $3::int, $4::int)`;
  for (const statement of statements) await db.rows(`with past as (${pastOrders}), ${given} ${statement}`, values);
}

/** A purchase and a transfer order for every ten sales orders, all closed; `PO-1` and `PO-REF-1` name the first one. */
const documents: readonly string[] = [
  `insert into purchase_orders (customer_no, order_id, customer_reference_no, purchase_order_number, status, content_hash,
                                transport_method, requested_date, warehouse, inventory_status, reference_no, created_at)
   select $1, ${idOf('accepted_at', `'purchase'`)}, 'PO-REF-' || (n / 10 + 1), 'PO-' || (n / 10 + 1), 'CLOSED', '', 'DROPOFF', ship_day, 'APC01',
          'GOOD-NO-TX', '', accepted_at
     from past where n % 10 = 0`,
  `insert into transfer_orders (customer_no, order_id, customer_reference_no, transfer_order_number, status, content_hash,
                                requested_date, from_warehouse, to_warehouse, inventory_status, to_inventory_status, queued_at)
   select $1, ${idOf('accepted_at', `'transfer'`)}, 'TO-REF-' || (n / 10 + 1), 'TO-' || (n / 10 + 1), 'CLOSED', '', ship_day, 'APC01', 'COB01',
          'GOOD-NO-TX', 'GOOD-NO-TX', accepted_at
     from past where n % 10 = 0`,
];

/** Purchase and transfer orders beside the orders of `givenPastOrders`. */
export async function givenPastDocuments(db: Db, past: PastOrders): Promise<void> {
  await write(db, documents, past);
}
