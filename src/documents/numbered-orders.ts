/**
 * Purchase and transfer orders: their customer names them by its CustomerReferenceNo, the operator by a number. Creation,
 * lookup and refusals are the same for both kinds.
 *
 * Guarantee: no two orders of one kind and customer that are not canceled share a CustomerReferenceNo. A creation that is
 * repeated with the same content returns the first reference and changes nothing, until the order is canceled (decision 6).
 */
import type { DocumentNameSource } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { hashCanonicalJson } from '../lib/canonical-json.ts';
import { isUuid } from '../lib/uuid.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import { type ChangeReference, statusRefusal } from './changes.ts';
import {
  type CustomerReferenceClaim,
  createCustomerReferenceStore,
  formatCustomerReferenceKey,
  type ReferencedOrder,
} from './customer-reference-store.ts';
import { createOrderNameSource, createReferenceInserter, type OrderKey, takeCounterNumbers } from './order-tables.ts';

interface NumberedOrderOptions {
  readonly kind: 'purchase order' | 'transfer order';
  readonly numberPrefix: string;
  /**
   * The field of the CustomerReferenceNo in creations, and the error code of a reference that belongs to an order with
   * other content.
   */
  readonly referenceField: string;
  readonly duplicateCode: 'DuplicatePurchaseOrder' | 'DuplicateTransferOrder';
}

/** An order as requests name it: by the customer's reference, by our number, or by a reference that was returned for it. */
export type NumberedOrderName = { readonly customerNo: string } & (
  | { readonly customerReferenceNo: string }
  | { readonly number: string }
  | { readonly reference: string }
);

/** A purchase or transfer order. It has a number, which the server assigns, and the customer's reference. */
export interface NumberedOrder extends CustomerReferenceClaim {
  readonly number: string;
  readonly status: string;
}

/** A creation; its reference becomes the id of the order. */
export interface OrderCreation<Draft> extends CommandContext {
  readonly draft: Draft;
}

interface AcceptedCreation<Creation, Accepted> {
  readonly creation: Creation;
  readonly accepted: Accepted;
  readonly contentHash: Buffer;
}

interface NumberedCreation<Creation, Accepted> extends AcceptedCreation<Creation, Accepted>, OrderKey {
  readonly number: string;
  /** On the customer's clock. */
  readonly createdAt: Temporal.Instant;
}

interface OrderCreationRules<Creation, Accepted> {
  /** Returns the content to write, or the refusal of the creation. Pure. */
  readonly accept: (creation: Creation, skuOf: (itemNo: string) => Sku | undefined) => Outcome<Accepted>;
  readonly write: (accepted: readonly NumberedCreation<Creation, Accepted>[]) => Promise<void>;
}

interface NumberedDraft {
  readonly customerReferenceNo: string;
  readonly details: object;
  readonly lines: readonly { readonly itemNo: string }[];
}

/**
 * What purchase orders and transfer orders share: creating, finding, locking and logging. `createNumberedOrderStore` makes the store of one
 * kind.
 */
export interface NumberedOrderStore {
  /**
   * Creates orders. One outcome per creation, in their order; no two may share customer and CustomerReferenceNo. Refusals,
   * in order of precedence: `duplicateCode` (the reference belongs to an order with other content), then those of `accept`.
   */
  create<Draft extends NumberedDraft, Creation extends OrderCreation<Draft>, Accepted>(
    tx: Tx,
    creations: readonly Creation[],
    steps: OrderCreationRules<Creation, Accepted>,
  ): Promise<Outcome<ChangeReference>[]>;
  /** Finds and locks orders, in sorted order, with `lock`. One outcome per name, in their order: the order, or `NotFound`. */
  lock<Order extends NumberedOrder>(
    tx: Tx,
    names: readonly NumberedOrderName[],
    lock: (tx: Tx, keys: readonly OrderKey[]) => Promise<Order[]>,
  ): Promise<Outcome<Order>[]>;
  /** The order when it is in one of these statuses, else `StateForbids`. */
  requireStatus<Order extends NumberedOrder>(
    order: Order,
    statuses: readonly Order['status'][],
    verb: string,
  ): Outcome<Order>;
  /** Appends `<prefix>.<event>` to the log, with the CustomerReferenceNo and number of the order. Pass no personal data. */
  record(
    tx: Tx,
    event: string,
    order: Omit<NumberedOrder, 'status'>,
    at: Temporal.Instant,
    context: CommandContext,
    data?: Readonly<Record<string, unknown>>,
  ): void;
  /** Releases the CustomerReferenceNo of canceled orders. */
  releaseNames(tx: Tx, orders: readonly CustomerReferenceClaim[]): void;
  /** Lets the references of later requests identify their orders as well. */
  addReferences(tx: Tx, references: readonly (OrderKey & { readonly reference: string })[]): void;
  /** The write-queue identity of a change: two changes with the same name of an order are not written in one batch. */
  identitiesOf(change: { readonly name: NumberedOrderName }): string[];
  readonly nameSource: DocumentNameSource;
}

/**
 * The content hash by which a repeated creation is recognized (decision 6). Empty texts are left out, so that fields added later do not
 * change existing hashes.
 */
function hashContent(draft: NumberedDraft): Buffer {
  const set = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return hashCanonicalJson({ ...set(draft), details: set(draft.details), lines: draft.lines.map(set) });
}

/** Reads the order's number in a request: our number, or any reference that was returned for the order. */
export function parseOrderNumber(customerNo: string, number: string): NumberedOrderName {
  return isUuid(number) ? { customerNo, reference: number } : { customerNo, number };
}

const nameText = (name: NumberedOrderName): string => {
  if ('reference' in name) return name.reference;
  return 'number' in name ? name.number : name.customerReferenceNo;
};

/**
 * The creation, lookup and log entries of one kind of order, on the tables `<kind>s`, `<kind>_identities`,
 * `<kind>_references` and `<kind>_counters`.
 */
export function createNumberedOrderStore(options: NumberedOrderOptions): NumberedOrderStore {
  const { kind } = options;
  const prefix = kind.replace(' ', '_');
  const label = `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
  const numberProperty = kind === 'purchase order' ? 'purchaseOrderNumber' : 'transferOrderNumber';
  const identities = createCustomerReferenceStore(prefix);
  return {
    create: async (tx, creations, { accept, write }) => {
      type Creation = (typeof creations)[number];
      const outcomes = new Map<Creation, Outcome<ChangeReference>>();
      const taken = await identities.claim(tx, creations.map(identityOf));
      const claimed = creations.flatMap((creation) => {
        const contentHash = hashContent(creation.draft);
        const first = taken.get(formatCustomerReferenceKey(identityOf(creation)));
        if (first === undefined) return [{ creation, contentHash }];
        const isSame = contentHash.equals(first.contentHash);
        outcomes.set(
          creation,
          isSame ? { ok: { reference: first.orderId } } : refuseDuplicate(options, creation, first),
        );
        return [];
      });
      const skus = await readSkus(
        tx,
        claimed.flatMap(({ creation: { customerNo, draft } }) =>
          draft.lines.map(({ itemNo }) => ({ customerNo, itemNo })),
        ),
      );
      const accepted = claimed.flatMap((claim) => {
        const { customerNo, reference } = claim.creation;
        const outcome = accept(claim.creation, (itemNo) => skus.get(formatSkuKey({ customerNo, itemNo })));
        outcomes.set(claim.creation, 'refused' in outcome ? outcome : { ok: { reference } });
        return 'refused' in outcome ? [] : [{ ...claim, accepted: outcome.ok }];
      });
      const refused = claimed.filter(
        ({ creation }) => 'refused' in assertPresent(outcomes.get(creation), 'an outcome'),
      );
      identities.release(
        tx,
        refused.map(({ creation }) => identityOf(creation)),
      );
      if (accepted.length > 0) await write(await numberCreations(tx, prefix, options.numberPrefix, accepted));
      return creations.map((creation) => assertPresent(outcomes.get(creation), 'the outcome of a creation'));
    },
    lock: async (tx, names, lock) => {
      const keys = await resolveNames(tx, prefix, names);
      const orders = await lock(
        tx,
        keys.filter((key) => key !== undefined),
      );
      const byId = new Map(orders.map((order) => [order.orderId, order]));
      return names.map((name, index) => {
        const order = byId.get(keys[index]?.orderId ?? '');
        return order === undefined ? refuse('NotFound', `There is no ${kind} ${nameText(name)}.`) : { ok: order };
      });
    },
    requireStatus: (order, statuses, verb) =>
      statuses.includes(order.status)
        ? { ok: order }
        : statusRefusal(`${label} ${order.customerReferenceNo}`, verb, order.status),
    record: (tx, event, order, at, context, data = {}) => {
      const { customerReferenceNo, number } = order;
      appendLog(tx, context, {
        kind: `${prefix}.${event}`,
        subject: order.orderId,
        occurredAt: at,
        data: { customerReferenceNo, [numberProperty]: number, ...data },
      });
    },
    releaseNames: identities.release,
    addReferences: createReferenceInserter(`${prefix}_references`),
    identitiesOf: ({ name }) => [`${kind}${'number' in name ? ' number' : ''}\t${nameText(name)}`],
    nameSource: createOrderNameSource(kind, `${prefix}s`, 'customer_reference_no'),
  };
}

const identityOf = ({ customerNo, reference, draft }: OrderCreation<NumberedDraft>): CustomerReferenceClaim => ({
  customerNo,
  customerReferenceNo: draft.customerReferenceNo,
  orderId: reference,
});

function refuseDuplicate(
  { kind, referenceField: field, duplicateCode: code }: NumberedOrderOptions,
  { draft: { customerReferenceNo } }: OrderCreation<NumberedDraft>,
  { number, orderId }: ReferencedOrder,
): Outcome<never> {
  const message = `${customerReferenceNo} is the reference of ${kind} ${number} with other content, created under transaction reference ${orderId}; update that order, or give this one another reference`;
  return refuse(code, `${field} ${message}.`, [{ field, code, message }]);
}

async function numberCreations<Creation extends OrderCreation<NumberedDraft>, Accepted>(
  tx: Tx,
  tablePrefix: string,
  numberPrefix: string,
  accepted: readonly AcceptedCreation<Creation, Accepted>[],
): Promise<NumberedCreation<Creation, Accepted>[]> {
  const customerNos = accepted.map(({ creation }) => creation.customerNo);
  const timeOf = await readCustomerClockLookup(tx, customerNos);
  const numbers = await takeCounterNumbers(tx, `${tablePrefix}_counters`, customerNos);
  return accepted.map((each, index) => ({
    ...each,
    customerNo: each.creation.customerNo,
    orderId: each.creation.reference,
    number: `${numberPrefix}${String(numbers[index]).padStart(6, '0')}`,
    createdAt: timeOf(each.creation.customerNo),
  }));
}

/**
 * The order of each name, in their order; undefined where there is none. Of several orders under one CustomerReferenceNo it
 * is the one that is not canceled, else the newest (decision 6). Locks nothing: lock the orders and read them again.
 */
async function resolveNames(
  tx: Tx,
  prefix: string,
  names: readonly NumberedOrderName[],
): Promise<(OrderKey | undefined)[]> {
  const matches = (join: string) =>
    `select k.name_index, o.order_id, o.status from k ${join} where o.customer_no = any ($6::text[])`;
  const rows = await tx.rows<{ name_index: number; order_id: string }>(
    `with k as (
       select * from unnest($1::int[], $2::text[], $3::uuid[], $4::text[], $5::text[])
         as k (name_index, customer_no, reference, number, customer_reference_no)),
     matches as (
       ${matches(`join ${prefix}s o on o.customer_no = k.customer_no and o.order_id = k.reference`)}
       union all
       ${matches(`join ${prefix}_references r on r.customer_no = k.customer_no and r.reference = k.reference and r.customer_no = any ($6::text[])
         join ${prefix}s o on o.customer_no = r.customer_no and o.order_id = r.order_id`)}
       union all
       ${matches(`join ${prefix}s o on o.customer_no = k.customer_no and o.${prefix}_number = k.number`)}
       union all
       ${matches(`join ${prefix}s o on o.customer_no = k.customer_no and o.customer_reference_no = k.customer_reference_no`)})
     select distinct on (name_index) name_index, order_id from matches
      order by name_index, status = 'CANCELED', order_id desc`,
    [
      names.map((_, index) => index),
      names.map((name) => name.customerNo),
      names.map((name) => ('reference' in name ? name.reference : null)),
      names.map((name) => ('number' in name ? name.number : null)),
      names.map((name) => ('customerReferenceNo' in name ? name.customerReferenceNo : null)),
      [...new Set(names.map((name) => name.customerNo))],
    ],
  );
  const found = new Map(rows.map((row) => [row.name_index, row.order_id]));
  return names.map(({ customerNo }, index) => {
    const orderId = found.get(index);
    return orderId === undefined ? undefined : { customerNo, orderId };
  });
}
